/** Remark plugin: stops the build at an entry of the error index that no test reproduces. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Code, Heading, Nodes, Root, RootContent } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { FenceError, parseFence } from '../codeRegions/fence';
import { IncludeError, includedPath, isRecorded, repositoryPath } from '../codeRegions/include';

/** Settings of the plugin. */
export interface ErrorIndexOptions {
  /** The repository's root on disk. */
  readonly root: string;
}

/** The page whose third-level headings are entries. */
const indexPage = 'appendix/faq.mdx';

/** All that is wrong with the entries, one line each; its stack is of no use to authors. */
export class ErrorIndexError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    // Not enumerable: the MDX loader prints an error's own properties as JSON.
    Object.defineProperty(this, 'stack', { value: '', enumerable: false });
  }
}

interface Entry {
  readonly heading: Heading;
  readonly nodes: readonly RootContent[];
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function headingText(heading: Heading): string {
  return squeeze(textOf(heading).replace(/\s*\\?\{#[^}]*\}\s*$/, ''));
}

/** Entries: a third-level heading and all up to the next heading. */
function entriesOf(tree: Root): Entry[] {
  return tree.children.flatMap((node, index) => {
    if (node.type !== 'heading' || node.depth !== 3) return [];
    const rest = tree.children.slice(index + 1);
    const end = rest.findIndex(({ type }) => type === 'heading');
    return [{ heading: node, nodes: end < 0 ? rest : rest.slice(0, end) }];
  });
}

/** Recorded files an entry prints, from the repository's root. */
function recordedFiles(nodes: readonly RootContent[]): string[] {
  return nodes
    .filter((node): node is Code => node.type === 'code')
    .flatMap(({ meta }) => {
      try {
        const { file } = parseFence(meta);
        return file === undefined ? [] : [includedPath(indexPage, file)];
      } catch (error) {
        // Reported, with page and line, by the plugin that fills the fences.
        if (error instanceof FenceError || error instanceof IncludeError) return [];
        throw error;
      }
    })
    .filter(isRecorded);
}

/** Whether the parts between ellipses stand in the text, in this order. */
function quotes(heading: string, text: string): boolean {
  let from = 0;
  return heading.split('…').every((part) => {
    const at = text.indexOf(part.trim(), from);
    from = at + part.length;
    return at >= 0;
  });
}

function attribute(element: MdxJsxFlowElement, name: string): string | undefined {
  const found = element.attributes.find((item) => 'name' in item && item.name === name);
  return typeof found?.value === 'string' ? found.value : undefined;
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

/** Gives a `<Reproduced>` the place of its test and of its chapter's page. */
function locate(element: MdxJsxFlowElement, root: string, recorded: readonly string[]): string[] {
  const name = attribute(element, 'test') ?? '';
  const [, module, type, method] = /^([\w-]+)\/(\w+)#(\w+)$/.exec(name) ?? [];
  if (!module || !type || !method) {
    return [`<Reproduced test="${name}">：写成 test="模块/测试类#方法"`];
  }
  const path = testFile(root, module, type);
  if (path === undefined) return [`examples/${module} 里没有测试类 ${type}`];
  const source = readFileSync(join(root, path), 'utf8');
  const declared = source.search(new RegExp(`^\\s*void ${method}\\(`, 'm'));
  if (declared < 0) return [`${path} 里没有测试方法 ${method}`];
  const line = source.slice(0, source.indexOf('void', declared)).split('\n').length;
  const chapter = attribute(element, 'chapter');
  const isWritten = chapter && existsSync(join(root, 'docs/chapters', `${chapter}.mdx`));
  const add = (key: string, value: string) =>
    element.attributes.push({ type: 'mdxJsxAttribute', name: key, value });
  add('path', path);
  add('line', String(line));
  if (isWritten) add('written', 'true');
  const recording = withRequestFiles(root, module, source);
  return recorded
    .filter((file) => {
      const stem = basename(file).replace(/(-en|-zh)?\.\w+$/, '');
      return !file.startsWith(`examples/${module}/`) || !recording.includes(stem);
    })
    .map((file) => `测试 ${name} 不录制 ${file}`);
}

function problemsOf({ heading, nodes }: Entry, root: string): string[] {
  const title = headingText(heading);
  const recorded = recordedFiles(nodes);
  const problems: string[] = [];
  if (recorded.length === 0) problems.push('没有引用录制的报错原文（file=…/output/…）');
  const existing = recorded.filter((file) => existsSync(join(root, file)));
  const texts = existing.map((file) => squeeze(readFileSync(join(root, file), 'utf8')));
  if (texts.length > 0 && !texts.some((text) => quotes(title, text))) {
    problems.push(`标题不是原文，在 ${existing.join('、')} 里找不到`);
  }
  for (const label of ['原因', '修法']) {
    if (!nodes.some((node) => textOf(node).startsWith(`${label}：`))) {
      problems.push(`缺少以“**${label}**：”开头的一段`);
    }
  }
  const elements = nodes.filter(
    (node): node is MdxJsxFlowElement =>
      node.type === 'mdxJsxFlowElement' && node.name === 'Reproduced',
  );
  const [element, ...others] = elements;
  if (!element || others.length > 0) problems.push('要有且只有一个 <Reproduced test="…" />');
  else problems.push(...locate(element, root, recorded));
  return problems.map((problem) => `“${title}”：${problem}`);
}

/**
 * The plugin; every third-level heading of the index must quote a recorded error and name the test that
 * records it.
 *
 * @throws ErrorIndexError listing every problem with page and line
 */
export default function errorIndex({ root }: ErrorIndexOptions) {
  return (tree: Root, file: { readonly path: string }): void => {
    const page = repositoryPath(root, file.path);
    if (page !== indexPage) return;
    const problems = entriesOf(tree).flatMap((entry) =>
      problemsOf(entry, root).map(
        (problem) => `${page}:${entry.heading.position?.start.line ?? 0} ${problem}`,
      ),
    );
    if (problems.length > 0) throw new ErrorIndexError(problems);
  };
}
