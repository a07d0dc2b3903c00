/** What claims on pages may rest on, read from the generated data on disk: for the build, scripts and tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { proofsFolder, sourcesFile, versionsFile } from './paths';

/** Where a class of a library was found. */
export interface VerifiedSource {
  /** The artifact's group. */
  readonly group: string;
  readonly version: string;
}

/** Content of `sources.json`. */
export interface VerifiedSources {
  /** Version of Spring Boot whose libraries were looked into. */
  readonly springBoot: string;
  /** By `artifact class#method`. */
  readonly sources: Readonly<Record<string, VerifiedSource>>;
}

interface ProofFile {
  readonly tests: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly classPath: Readonly<Record<string, string>>;
}

/**
 * Reads generated data.
 *
 * @throws SyntaxError that begins with the file's name, as that of an imported file does
 */
export function readJson<T>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    if (error instanceof SyntaxError) error.message = `${path}: ${error.message}`;
    throw error;
  }
}

/**
 * The tests that ran and passed in a module's last proof, as `Class.method`; a nested class counts under its own
 * name and under that of the file it stands in.
 *
 * @returns undefined if the module has no proof yet
 */
export function testsThatRan(root: string, module: string): ReadonlySet<string> | undefined {
  const path = join(root, proofsFolder, `${module}.json`);
  if (!existsSync(path)) return undefined;
  const ran = new Set<string>();
  for (const [type, methods] of Object.entries(readJson<ProofFile>(path).tests)) {
    const names = type.slice(type.lastIndexOf('.') + 1).split('$');
    for (const name of names)
      for (const method of Object.keys(methods)) ran.add(`${name}.${method}`);
  }
  return ran;
}

/** Version of every library on the class path of some module's tests, by `group:artifact`. */
export function librariesUsed(root: string): ReadonlyMap<string, string> {
  const folder = join(root, proofsFolder);
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.json'))
    : [];
  return new Map(
    files.flatMap((name) => Object.entries(readJson<ProofFile>(join(folder, name)).classPath)),
  );
}

/** The classes and methods that `npm run sources` found; none if it never ran. */
export function verifiedSources(root: string): VerifiedSources {
  const path = join(root, sourcesFile);
  return existsSync(path) ? readJson(path) : { springBoot: '', sources: {} };
}

/** Version of Spring Boot that the book uses. */
export function springBootVersion(root: string): string {
  const { tokens } = readJson<{ tokens: Record<string, string> }>(join(root, versionsFile));
  return tokens['spring-boot'] ?? '';
}
