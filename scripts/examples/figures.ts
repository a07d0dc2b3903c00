/** What the book can say of itself in numbers, counted from pages, examples and the last verified run. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chapters } from '../../src/book/chapters';
import { readProof, summaryOf } from '../../src/data/proofs';
import { countLines, readBlocks, type Block } from '../content/checks/code';
import { fencedBlocks, type FencedBlock } from '../content/fences';
import { chapterOf, pagePaths, readPages, type Page } from '../content/pages';
import { repositoryRoot } from './modules';

/** Figures that a page or the whole book has without its text. */
export interface BlockFigures {
  /** Printed lines of code and output, and how many of them come from files. */
  readonly lines: number;
  readonly linesFromFiles: number;
  /** Recorded files printed, and errors among the printed blocks that come from files. */
  readonly outputs: number;
  readonly errors: number;
  /** Of the last verified run of the module named like the page; 0 if there is none. */
  readonly tests: number;
  readonly exercises: number;
}

/** Figures of a page or of the whole book. */
export interface Figures extends BlockFigures {
  /** Chinese characters in prose. */
  readonly characters: number;
  /** Claims with a `<Proof>`. */
  readonly proofs: number;
}

/** Figures of one page. */
export interface PageFigures extends Figures {
  readonly path: string;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function countHan(page: Page): number {
  return sum(page.prose, ({ text }) => text.match(/\p{Script=Han}/gu)?.length ?? 0);
}

function isRun({ include }: Block): boolean {
  return include !== undefined && /^examples\/[^/]+\/output\//.test(include.path);
}

function countBlocks(path: string, fences: readonly FencedBlock[], root: string): BlockFigures {
  const { blocks } = readBlocks({ path, fences }, root);
  const proof = readProof(root, chapterOf(path) ?? basename(path, '.mdx'));
  const run = proof && summaryOf(proof);
  return {
    lines: sum(blocks, ({ code }) => countLines(code)),
    linesFromFiles: sum(blocks, ({ code, include }) => (include ? countLines(code) : 0)),
    outputs: new Set(blocks.filter(isRun).map(({ include }) => include?.path)).size,
    errors: blocks.filter(({ include }) => include?.kind === 'error').length,
    tests: run?.tests ?? 0,
    exercises: run?.exercises ?? 0,
  };
}

/** Counts every page without parsing its text, which takes most of the time. */
export function blockFigures(root: string = repositoryRoot): BlockFigures[] {
  return pagePaths(root).map((path) =>
    countBlocks(path, fencedBlocks(readFileSync(join(root, path), 'utf8')), root),
  );
}

/** Counts every page, in the book's order. */
export async function bookFigures(root: string = repositoryRoot): Promise<PageFigures[]> {
  const order = chapters.map(({ id }) => id);
  const pages = (await readPages(root)).sort(
    (a, b) => order.indexOf(a.chapter ?? '') - order.indexOf(b.chapter ?? ''),
  );
  return pages.map((page) => ({
    path: page.path,
    characters: countHan(page),
    proofs: page.elements.filter(({ name }) => name === 'Proof').length,
    ...countBlocks(page.path, page.fences, root),
  }));
}

/** The sum over pages of what needs no text. */
export function totalBlockFigures(pages: readonly BlockFigures[]): BlockFigures {
  return {
    lines: sum(pages, ({ lines }) => lines),
    linesFromFiles: sum(pages, ({ linesFromFiles }) => linesFromFiles),
    outputs: sum(pages, ({ outputs }) => outputs),
    errors: sum(pages, ({ errors }) => errors),
    tests: sum(pages, ({ tests }) => tests),
    exercises: sum(pages, ({ exercises }) => exercises),
  };
}

/** The sum over pages. */
export function totalFigures(pages: readonly PageFigures[]): Figures {
  return {
    characters: sum(pages, ({ characters }) => characters),
    proofs: sum(pages, ({ proofs }) => proofs),
    ...totalBlockFigures(pages),
  };
}

function row(name: string, figures: Figures): string {
  const { characters, lines, linesFromFiles, outputs, errors, tests, exercises, proofs } = figures;
  const share = lines === 0 ? '-' : `${((100 * linesFromFiles) / lines).toFixed(1)} %`;
  return `| ${[name, characters, lines, share, tests, outputs, errors, exercises, proofs].join(' | ')} |`;
}

/** The figures as a Markdown table with a row of totals. */
export function formatFigures(pages: readonly PageFigures[]): string {
  return [
    '| 页面 | 汉字 | 代码与输出行数 | 来自文件 | 测试 | 录制的输出 | 断言过的报错 | 练习 | 证据 |',
    '|---|---|---|---|---|---|---|---|---|',
    ...pages.map(({ path, ...figures }) => row(path, figures)),
    row('合计', totalFigures(pages)),
  ].join('\n');
}
