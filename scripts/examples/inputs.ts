/** What a module's tests depend on: its files and those that all modules share, each with a digest. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure';

/** Folders that hold what tests read: the modules, and the images that tests compare with what they draw. */
const inputFolders = ['examples', 'static/img'];

/** What every module compiles or depends on; what tests it is no concern of the others. */
const sharedInput = /^examples\/(?:pom\.xml$|exercise\/|support\/(?!src\/test\/))/;

/** Servers that a module's tests start if it asks for them. */
const partsInput = /^examples\/parts\/(?!src\/test\/)/;

/** How a module's POM asks for them. */
const asksForParts = /<book\.parts\.skip>\s*false\s*</;

/** The files that Git tracks or would track, from the repository's root, sorted. */
function trackedFiles(root: string): string[] {
  const listed = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...inputFolders],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (listed.error || listed.status !== 0) {
    throw new Failure('无法用 git 列出示例的文件：请在 git clone 得到的目录里运行');
  }
  const paths = new Set(listed.stdout.split('\0').filter(Boolean));
  // A file that was deleted without telling Git is still listed.
  return [...paths].filter((path) => existsSync(join(root, path))).sort();
}

/** A new chapter adds itself to the parent's list of modules, which says nothing about the other chapters. */
function withoutModules(pom: string): string {
  return pom.replace(/<modules>[^]*?<\/modules>/, '');
}

/** Digest of a file, the same whatever line endings its checkout has. */
function digest(root: string, path: string): string {
  const text = readFileSync(join(root, path), 'latin1').replaceAll('\r\n', '\n');
  const content = path === 'examples/pom.xml' ? withoutModules(text) : text;
  return createHash('sha256').update(content, 'latin1').digest('hex').slice(0, 16);
}

/** The files of other modules that a module compiles or depends on. */
function othersInput(module: string, root: string): (path: string) => boolean {
  const pom = join(root, 'examples', module, 'pom.xml');
  const parts = existsSync(pom) && asksForParts.test(readFileSync(pom, 'utf8'));
  return (path) => sharedInput.test(path) || (parts && partsInput.test(path));
}

/**
 * Digests of the files that each module's tests depend on, by path from the repository's root.
 *
 * @throws Failure if the folder is no Git checkout
 */
export function readInputs(
  modules: readonly string[],
  root: string,
): Map<string, Readonly<Record<string, string>>> {
  const tracked = trackedFiles(root);
  const digests = new Map<string, string>();
  const digestOf = (path: string): string => {
    const known = digests.get(path) ?? digest(root, path);
    digests.set(path, known);
    return known;
  };
  return new Map(
    modules.map((module) => {
      const isOthersInput = othersInput(module, root);
      const paths = tracked.filter(
        (path) =>
          path.startsWith(`examples/${module}/`) ||
          path.startsWith(`static/img/${module}/`) ||
          isOthersInput(path),
      );
      return [module, Object.fromEntries(paths.map((path) => [path, digestOf(path)]))];
    }),
  );
}
