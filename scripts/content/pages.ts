/** The book's pages as parsed Markdown: what the content checks and the figures look at. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PARSE_FRONT_MATTER, escapeMarkdownHeadingIds } from '@docusaurus/utils';
import type { Code, Heading, Root } from 'mdast';
import { isElement, lineOf, textOf, walk, type Element } from '../../src/lib/markdown';
import { Failure } from '../examples/failure';
import { listFiles } from '../examples/modules';
import { formatProblem, type Problem } from './problem';

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
export const pageFolders = ['docs', 'appendix'];

function readHeading(node: Heading): PageHeading {
  const [, text = '', id] = /^(.*?)\s*(?:\{#([^}]*)\})?$/s.exec(textOf(node)) ?? [];
  return { depth: node.depth, text, line: lineOf(node), ...(id !== undefined && { id }) };
}

/** The source with its front matter blanked out, so that line numbers stay those of the file. */
function withoutFrontMatter(source: string): string {
  return source.replace(/^---[ \t]*\r?\n(?:[^]*?\n)?---[ \t]*\r?(?:\n|$)/, (block) =>
    block.replace(/[^\n]/g, ''),
  );
}

/** Id of the chapter that a page is; undefined for the intro and the appendix. */
export function chapterOf(path: string): string | undefined {
  return /^docs\/chapters\/([^/]+)\.mdx$/.exec(path)?.[1];
}

/** A page that cannot be read. */
class PageError extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message.replace(/\s+/g, ' '));
  }
}

function parseMdx(source: string, parse: (text: string) => Root): Root {
  try {
    return parse(escapeMarkdownHeadingIds(withoutFrontMatter(source)));
  } catch (error) {
    const { line, reason } = error as { line?: number; reason?: string };
    // An element without end is told without a line of its own, but with its place.
    const place = /\((\d+):\d+-/.exec(reason ?? '')?.[1];
    throw new PageError(
      `页面不是有效的 MDX，请改这一行的标签或花括号：${reason ?? String(error)}`,
      line ?? Number(place ?? 0),
    );
  }
}

async function parseFrontMatter(path: string, source: string): Promise<Record<string, unknown>> {
  if (/^---[ \t]*\r?\n/.test(source) && withoutFrontMatter(source) === source) {
    throw new PageError('front matter 没有结束：在它的末尾单独写一行 ---', 1);
  }
  try {
    return (await DEFAULT_PARSE_FRONT_MATTER({ filePath: path, fileContent: source })).frontMatter;
  } catch (error) {
    const { reason, mark } = error as { reason?: string; mark?: { line: number } };
    throw new PageError(
      `front matter 不是有效的 YAML，请改这一行或上一行：${reason ?? String(error)}`,
      (mark?.line ?? 0) + 1,
    );
  }
}

/**
 * Parses one page.
 *
 * @param path from the repository's root, with forward slashes
 * @throws PageError with one line if the page is no valid MDX, or its front matter no YAML
 */
export async function parsePage(path: string, text: string): Promise<Page> {
  const { createProcessor } = await import('@mdx-js/mdx');
  const source = text.replace(/^\ufeff/, '');
  const frontMatter = await parseFrontMatter(path, source);
  const tree = parseMdx(source, (mdx) => createProcessor().parse(mdx));
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

/** All pages of the book in order of their paths, without those that cannot be read, each of which is a problem. */
export async function tryReadPages(root: string): Promise<{ pages: Page[]; problems: Problem[] }> {
  const pages: Page[] = [];
  const problems: Problem[] = [];
  for (const path of pagePaths(root)) {
    try {
      pages.push(await parsePage(path, readFileSync(join(root, path), 'utf8')));
    } catch (error) {
      if (!(error instanceof PageError)) throw error;
      problems.push({ path, line: error.line, message: error.message });
    }
  }
  return { pages, problems };
}

/**
 * All pages of the book, in order of their paths.
 *
 * @throws Failure with one line for each page that cannot be read
 */
export async function readPages(root: string): Promise<Page[]> {
  const { pages, problems } = await tryReadPages(root);
  if (problems.length > 0) throw new Failure(problems.map(formatProblem).join('\n'));
  return pages;
}
