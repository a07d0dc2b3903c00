/** The versions that pages print, gathered from the class paths of the examples' tests. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Versions } from '../../src/data';
import { versionsFile } from '../../src/data/paths';
import { readJson } from '../../src/data/readJson';
import type { Proof } from '../../src/data/proofs';
import { Failure } from './failure';
import { namedLibraries } from './libraries';
import { javaRelease, repositoryRoot } from './modules';

/** What a run tells about versions. */
type Resolved = Pick<Proof, 'classPath' | 'java'>;

/** One version per artifact over all modules. */
function mergeClassPaths(runs: ReadonlyMap<string, Resolved>): Map<string, string> {
  const merged = new Map<string, string>();
  for (const [module, { classPath }] of runs) {
    for (const { artifact } of namedLibraries) {
      const version = classPath[artifact];
      const earlier = merged.get(artifact);
      if (version === undefined) continue;
      if (earlier !== undefined && earlier !== version) {
        throw new Failure(
          `examples/${module} 用了 ${artifact} ${version}，别的章用 ${earlier}：请在 examples/pom.xml 统一版本`,
        );
      }
      merged.set(artifact, version);
    }
  }
  return merged;
}

/** The newest of some Java versions: modules may have run on different updates of one JDK. */
function newestJava(runs: ReadonlyMap<string, Resolved>): string {
  const versions = [...runs.values()].map(({ java }) => java);
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? '';
}

/**
 * Gathers the versions.
 *
 * @param runs what each module's tests ran with
 * @throws Failure if two modules use different versions of a library that the book names
 */
export function collectVersions(
  runs: ReadonlyMap<string, Resolved>,
  root: string = repositoryRoot,
): Versions {
  const resolved = mergeClassPaths(runs);
  const used = namedLibraries.flatMap(({ name, artifact, token }) => {
    const version = resolved.get(artifact);
    return version === undefined ? [] : [{ name, artifact, token, version }];
  });
  return {
    tokens: {
      // What `using Java @java.version@` in a recorded log stood for, and the oldest Java readers need.
      java: newestJava(runs),
      'java-release': javaRelease(root),
      ...Object.fromEntries(used.map(({ token, version }) => [token, version])),
    },
    libraries: used.map(({ name, artifact, version }) => ({ name, artifact, version })),
  };
}

/** The committed versions. */
export function readVersions(root: string = repositoryRoot): Versions {
  const path = join(root, versionsFile);
  if (!existsSync(path)) return { tokens: {}, libraries: [] };
  return readJson<Versions>(path);
}

/** Writes the versions that pages print. */
export function writeVersions(versions: Versions, root: string = repositoryRoot): void {
  writeFileSync(join(root, versionsFile), `${JSON.stringify(versions, null, 2)}\n`);
}

/** Versions by what pages call them: tokens, and the table's rows by artifact. */
function named({ tokens, libraries }: Versions): Record<string, string> {
  const rows = libraries.map(({ artifact, name, version }) => [artifact, `${name} ${version}`]);
  return { ...tokens, ...Object.fromEntries(rows) };
}

/** A version that two sets of versions do not share. */
export interface VersionChange {
  /** A token, or the artifact of a row of the table. */
  readonly name: string;
  /** Undefined if it is new, or gone. */
  readonly before?: string;
  readonly after?: string;
}

/** What differs between two sets of versions. */
export function versionChanges(before: Versions, after: Versions): VersionChange[] {
  const old = named(before);
  const now = named(after);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => old[name] !== now[name])
    .map((name) => ({ name, before: old[name], after: now[name] }));
}
