/** The book's pages as parsed Markdown: what the content checks and the figures look at. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PARSE_FRONT_MATTER, escapeMarkdownHeadingIds } from '@docusaurus/utils';
import type { Code, Heading, Nodes, Root } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import { listFiles } from '../examples/modules';

/** A JSX element in a page. */
export type Element = MdxJsxFlowElement | MdxJsxTextElement;

/** A heading of a page. */
export interface PageHeading {
  readonly depth: number;
  /** Text without the id. */
  readonly text: string;
  /** Explicit id; undefined if the author gave none. */
  readonly id?: string;
  readonly line: number;
}

/** A piece of text that readers read: no code, no attributes. */
export interface Prose {
  readonly text: string;
  readonly line: number;
}

/** A parsed page. */
export interface Page {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string;
  /** Id of the chapter; undefined for the intro and the appendix. */
  readonly chapter?: string;
  readonly source: string;
  readonly frontMatter: Readonly<Record<string, unknown>>;
  readonly tree: Root;
  readonly headings: readonly PageHeading[];
  readonly fences: readonly Code[];
  readonly elements: readonly Element[];
  readonly prose: readonly Prose[];
}

/** Folders that hold pages. */
const pageFolders = ['docs', 'appendix'];

/** Line of a node in its file, counted from 1. */
export function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

/** A node and everything below it, in reading order. */
export function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* walk(child);
}

/** The text of a node and of everything below it, inline code included. */
export function textOf(node: Nodes): string {
  return [...walk(node)].map((inner) => ('value' in inner ? inner.value : '')).join('');
}

function isElement(node: Nodes): node is Element {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** Value of an element's attribute written as a string; undefined if it is missing or an expression. */
export function attributeOf(element: Element, name: string): string | undefined {
  for (const attribute of element.attributes) {
    if (attribute.type === 'mdxJsxAttribute' && attribute.name === name) {
      return typeof attribute.value === 'string' ? attribute.value : undefined;
    }
  }
  return undefined;
}

function readHeading(node: Heading): PageHeading {
  const [, text = '', id] = /^(.*?)\s*(?:\{#([^}]*)\})?$/s.exec(textOf(node)) ?? [];
  return { depth: node.depth, text, line: lineOf(node), ...(id !== undefined && { id }) };
}

/** The source with its front matter blanked out, so that line numbers stay those of the file. */
function withoutFrontMatter(source: string): string {
  return source.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, (block) => block.replace(/[^\n]/g, ''));
}

/** Id of the chapter that a page is; undefined for the intro and the appendix. */
export function chapterOf(path: string): string | undefined {
  return /^docs\/chapters\/([^/]+)\.mdx$/.exec(path)?.[1];
}

/**
 * Parses one page.
 *
 * @param path from the repository's root, with forward slashes
 * @throws VFileMessage if the page is no valid MDX
 */
export async function parsePage(path: string, source: string): Promise<Page> {
  const { createProcessor } = await import('@mdx-js/mdx');
  const tree: Root = createProcessor().parse(escapeMarkdownHeadingIds(withoutFrontMatter(source)));
  const { frontMatter } = await DEFAULT_PARSE_FRONT_MATTER({ filePath: path, fileContent: source });
  const nodes = [...walk(tree)];
  const chapter = chapterOf(path);
  return {
    path,
    ...(chapter !== undefined && { chapter }),
    source,
    frontMatter,
    tree,
    headings: nodes.filter((node) => node.type === 'heading').map(readHeading),
    fences: nodes.filter((node) => node.type === 'code'),
    elements: nodes.filter(isElement),
    prose: nodes
      .filter((node) => node.type === 'text')
      .map((node) => ({ text: node.value, line: lineOf(node) })),
  };
}

/** Paths of the book's pages from the repository's root, in order. */
export function pagePaths(root: string): string[] {
  return pageFolders.flatMap((folder) =>
    listFiles(join(root, folder))
      .filter((file) => file.endsWith('.mdx'))
      .map((file) => `${folder}/${file}`),
  );
}

/** All pages of the book, in order of their paths. */
export async function readPages(root: string): Promise<Page[]> {
  return Promise.all(
    pagePaths(root).map((path) => parsePage(path, readFileSync(join(root, path), 'utf8'))),
  );
}
