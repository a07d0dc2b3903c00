/** What the pages share whose third-level headings are entries proved by named tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Heading, Root, RootContent } from 'mdast';
import { includedPaths, isRecorded, repositoryPath } from '../../code/include/include';
import {
  addAttribute,
  attributeOf,
  isElement,
  lineOf,
  textOf,
  type Element,
} from '../../lib/markdown';
import { PageProblems } from '../../lib/pageProblems';

/** Settings of a plugin that checks entries. */
export interface EntriesOptions {
  /** The repository's root on disk. */
  readonly root: string;
}

/** A third-level heading and all up to the next heading. */
export interface Entry {
  readonly heading: Heading;
  readonly nodes: readonly RootContent[];
}

/** A test method of the examples. */
export interface Test {
  /** Its module below `examples/`. */
  readonly module: string;
  /** Its file, from the repository's root. */
  readonly path: string;
  /** Line of its declaration, from 1. */
  readonly line: number;
  /** The whole file, with the module's request files that it names. */
  readonly source: string;
}

/** A text with every run of white space as one space. */
export function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A heading's text without its id. */
export function headingText(heading: Heading): string {
  return squeeze(textOf(heading).replace(/\s*\\?\{#[^}]*\}\s*$/, ''));
}

function entriesOf(tree: Root): Entry[] {
  return tree.children.flatMap((node, index) => {
    if (node.type !== 'heading' || node.depth !== 3) return [];
    const rest = tree.children.slice(index + 1);
    const end = rest.findIndex(({ type }) => type === 'heading');
    return [{ heading: node, nodes: end < 0 ? rest : rest.slice(0, end) }];
  });
}

/** Files that the blocks among some nodes print, from the repository's root. */
export function printedFiles(nodes: readonly RootContent[], page: string): string[] {
  return includedPaths(
    page,
    nodes.flatMap((node) => (node.type === 'code' ? [node.meta] : [])),
  );
}

/** The elements of a name that stand on their own among some nodes. */
export function elementsAmong(nodes: readonly RootContent[], name: string): Element[] {
  return nodes.filter(isElement).filter((element) => element.name === name);
}

/** Tells the component whether the chapter that explains the entry has a page. */
export function addChapter(element: Element, root: string): void {
  const chapter = attributeOf(element, 'chapter');
  if (chapter && existsSync(join(root, 'docs/chapters', `${chapter}.mdx`))) {
    addAttribute(element, 'written', 'true');
  }
}

/** A test class of a module, from the repository's root. */
function testFile(root: string, module: string, type: string): string | undefined {
  const folder = join(root, 'examples', module, 'src/test/java');
  if (!existsSync(folder)) return undefined;
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (path) => basename(path) === `${type}.java`,
  );
  return file && repositoryPath(root, join(folder, file));
}

/** A test's source with the module's request files that it names: their `@name`s are recorded files too. */
function withRequestFiles(root: string, module: string, source: string): string {
  const folder = join(root, 'examples', module);
  const named = readdirSync(folder).filter(
    (file) => file.endsWith('.http') && source.includes(`"${file}"`),
  );
  return [source, ...named.map((file) => readFileSync(join(folder, file), 'utf8'))].join('\n');
}

/** Whether a test annotation stands between a method's declaration and the blank line above it. */
function isTest(source: string, declared: number): boolean {
  const above =
    source
      .slice(0, declared)
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  return /@(Test|ParameterizedTest|RepeatedTest)\b/.test(above);
}

/**
 * Finds a test method in the sources of a module.
 *
 * @param module below `examples/`
 * @param type name of the test class's file
 * @returns the test, or what is wrong with the name
 */
export function findTestMethod(
  root: string,
  {
    module,
    type,
    method,
  }: { readonly module: string; readonly type: string; readonly method: string },
): Test | string {
  const path = testFile(root, module, type);
  if (path === undefined) return `examples/${module} 里没有测试类 ${type}`;
  const source = readFileSync(join(root, path), 'utf8');
  const declaration = new RegExp(`^[ \\t]*(?:public )?void ${method}\\(`, 'm').exec(source);
  if (!declaration) return `${path} 里没有测试方法 ${method}`;
  if (!isTest(source, declaration.index)) return `${path} 的 ${method} 上没有 @Test`;
  return {
    module,
    path,
    line: source.slice(0, declaration.index).split('\n').length,
    source: withRequestFiles(root, module, source),
  };
}

/**
 * Finds the test that an element names as `module/Class#method`.
 *
 * @param key the attribute that names it
 * @returns the test, or what is wrong with the name
 */
export function findTest(root: string, element: Element, key: string): Test | string {
  const name = attributeOf(element, key) ?? '';
  const [, module, type, method] = /^([\w-]+)\/(\w+)#(\w+)$/.exec(name) ?? [];
  if (!module || !type || !method) {
    return `<${element.name} ${key}="${name}">：写成 ${key}="模块/测试类#方法"`;
  }
  return findTestMethod(root, { module, type, method });
}

/** Those of the recorded files that a test does not record. */
export function notRecordedBy(test: Test, files: readonly string[]): string[] {
  return files.filter(isRecorded).filter((file) => {
    const stem = basename(file).replace(/(-en|-zh)?\.\w+$/, '');
    return !file.startsWith(`examples/${test.module}/`) || !test.source.includes(stem);
  });
}

/**
 * The plugin of a page whose entries are checked.
 *
 * @param indexPage the page, from the repository's root
 * @param problemsOf what is wrong with an entry; it may add attributes to the entry's elements
 * @throws PageProblems listing every problem with page and line
 */
export function checkEntries(
  indexPage: string,
  problemsOf: (entry: Entry, root: string) => string[],
) {
  return ({ root }: EntriesOptions) =>
    (tree: Root, file: { readonly path: string }): void => {
      if (repositoryPath(root, file.path) !== indexPage) return;
      const problems = entriesOf(tree).flatMap((entry) =>
        problemsOf(entry, root).map(
          (problem) =>
            `${indexPage}:${lineOf(entry.heading)} “${headingText(entry.heading)}”：${problem}`,
        ),
      );
      if (problems.length > 0) throw new PageProblems(problems);
    };
}
