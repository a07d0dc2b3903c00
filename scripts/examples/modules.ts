/** The chapters' modules as they stand on disk. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chapters } from '../../src/book/chapters';
import { Failure } from './failure';

/** The repository's root; scripts are run by npm, which starts them there. */
export const repositoryRoot = process.cwd();

/** Folders that builds fill and nobody prints. */
const builtFolders = new Set(['target', 'node_modules', '.git', '.idea', '.mvn']);

/** Files below a folder, relative to it, with forward slashes, sorted; build results are left out. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !builtFolders.has(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? listFiles(join(folder, entry.name)).map((file) => `${entry.name}/${file}`)
        : [entry.name],
    )
    .sort();
}

/** Names of the folders directly below one. */
function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !builtFolders.has(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** Modules that serve the others and print nothing. */
const servingModules = new Set(['support', 'parts', 'exercise']);

/** The parent of the exercises: nothing in it runs. */
const withoutTests = new Set(['exercise']);

function modulesOnDisk(root: string): string[] {
  return listFolders(join(root, 'examples')).filter((name) =>
    existsSync(join(root, 'examples', name, 'pom.xml')),
  );
}

/** Names of the modules that pages print from: the chapters in reading order, then those of the appendix. */
export function exampleModules(root: string = repositoryRoot): string[] {
  const order = chapters.map(({ id }) => id);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return modulesOnDisk(root)
    .filter((name) => !servingModules.has(name))
    .sort((a, b) => rank(a) - rank(b));
}

/** Names of all modules with tests of their own: those that serve the others first. */
export function testedModules(root: string = repositoryRoot): string[] {
  const serving = modulesOnDisk(root).filter(
    (name) => servingModules.has(name) && !withoutTests.has(name),
  );
  return [...serving, ...exampleModules(root)];
}

/** Ids of the chapters that have an example module, in reading order. */
export function exampleChapters(root: string = repositoryRoot): string[] {
  const ids = new Set(chapters.map(({ id }) => id));
  return exampleModules(root).filter((name) => ids.has(name));
}

/** Names of a chapter's exercises. */
export function exercisesOf(chapter: string, root: string = repositoryRoot): string[] {
  return listFolders(join(root, 'examples', chapter, 'exercises'));
}

/** Recorded files of a chapter, relative to its folder. */
export function recordedOutputsOf(chapter: string, root: string = repositoryRoot): string[] {
  return listFiles(join(root, 'examples', chapter, 'output')).map((file) => `output/${file}`);
}

/**
 * A module's name from what an author typed: the name itself, or its beginning such as `chapter08`.
 *
 * @throws Failure listing the modules
 */
export function moduleNamed(typed: string, root: string = repositoryRoot): string {
  const known = testedModules(root);
  const found = known.find((id) => id === typed || id.startsWith(`${typed}-`));
  if (found) return found;
  throw new Failure(`examples/ 里没有 ${typed}，已有：${known.join('、') || '（空）'}`);
}

/** Modules by the name that their POMs give them, which is what Maven's summary prints. */
export function pomNames(modules: readonly string[], root: string = repositoryRoot): Map<string, string> {
  return new Map(
    modules.flatMap((module) => {
      const pom = readFileSync(join(root, 'examples', module, 'pom.xml'), 'utf8');
      const name = /<name>([^<]+)</.exec(pom)?.[1]?.trim();
      return name === undefined ? [] : [[name, module] as const];
    }),
  );
}

/** The Java release that the examples compile for, as `examples/pom.xml` sets it. */
export function javaRelease(root: string = repositoryRoot): string {
  const pom = join(root, 'examples/pom.xml');
  const text = existsSync(pom) ? readFileSync(pom, 'utf8') : '';
  const release = /<maven\.compiler\.release>(\d+)</.exec(text)?.[1];
  if (release === undefined) {
    throw new Failure('examples/pom.xml 里没有 <maven.compiler.release>，无法得知示例编译到哪个 Java 版本');
  }
  return release;
}
