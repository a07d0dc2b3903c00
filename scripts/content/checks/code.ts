/** Checks of printed code: where it comes from, how wide it is, and that nothing recorded is left unused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FenceError, parseFence, type Fence } from '../../../src/code/include/fence';
import {
  includedPath,
  isRecorded,
  readInclude,
  type Include,
} from '../../../src/code/include/include';
import { findRegions, RegionError } from '../../../src/code/include/regions';
import { exampleModules, listFiles, recordedOutputsOf } from '../../examples/modules';
import type { FencedBlock } from '../fences';
import type { Page } from '../pages';
import type { Problem } from '../problem';

/** Longest block that may be typed by hand without a reason, in lines. */
const handwrittenLines = 3;

/** Widest line of code, in columns; a Chinese character takes two. */
const columns = 90;

/** A block as the page prints it. */
export interface Block {
  readonly line: number;
  readonly fence: Fence;
  readonly code: string;
  /** What it includes; undefined for a block typed by hand. */
  readonly include?: Include;
}

/** Reads a page's blocks; what is wrong with one is reported, and the block left out. */
export function readBlocks(
  page: { readonly path: string; readonly fences: readonly FencedBlock[] },
  root: string,
): { blocks: Block[]; problems: Problem[] } {
  const blocks: Block[] = [];
  const problems: Problem[] = [];
  const read = ({ meta, value }: FencedBlock, line: number): Block => {
    const fence = parseFence(meta);
    const { file } = fence;
    if (file === undefined) return { line, fence, code: value };
    const include = readInclude(root, page.path, { ...fence, file });
    return { line, fence, code: include.code, include };
  };
  for (const block of page.fences) {
    const line = block.position?.start.line ?? 1;
    try {
      blocks.push(read(block, line));
    } catch (error) {
      if (!(error instanceof FenceError)) throw error;
      problems.push({ path: page.path, line, message: error.message });
    }
  }
  return { blocks, problems };
}

/** Includes that cannot be resolved; the build stops at them too. */
export function checkIncludes(page: Page, root: string): Problem[] {
  return readBlocks(page, root).problems;
}

/** Number of lines of a text. */
export function countLines(text: string): number {
  return text.split('\n').length;
}

/** Blocks typed by hand: at most three lines, or a reason. */
export function checkHandwritten(page: Page, root: string): Problem[] {
  return readBlocks(page, root)
    .blocks.filter(({ include, fence }) => !include && fence.handwritten === undefined)
    .filter(({ code }) => countLines(code) > handwrittenLines)
    .map(({ line, code }) => ({
      path: page.path,
      line,
      message: `手写的代码块有 ${countLines(code)} 行（超过 ${handwrittenLines} 行）：请用 file=… 引用示例里的文件，实在不能时写 handwritten="理由"`,
    }));
}

/** Columns a line takes in a fixed-width font. */
function width(line: string): number {
  return [...line].reduce(
    (sum, character) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/.test(
        character,
      )
        ? 2
        : 1),
    0,
  );
}

/** An address cannot be folded: a POM's header is as wide as its schema's. */
function canBreak(line: string): boolean {
  return !/https?:\/\//.test(line);
}

/** Lines of code that would scroll; output stays as the run printed it. */
export function checkCodeWidth(page: Page, root: string): Problem[] {
  return readBlocks(page, root).blocks.flatMap(({ line, fence, code, include }) => {
    if ((include?.kind ?? fence.kind ?? 'code') !== 'code') return [];
    const widest = Math.max(0, ...code.split('\n').filter(canBreak).map(width));
    return widest <= columns
      ? []
      : [
          {
            path: page.path,
            line,
            message: `代码有一行宽 ${widest} 列，超过 ${columns} 列，请折行`,
          },
        ];
  });
}

function regionsOf(root: string, path: string): readonly [string, number][] | Problem {
  try {
    const regions = findRegions(readFileSync(join(root, path), 'utf8'));
    return [...regions].map(([name, { start }]) => [name, start]);
  } catch (error) {
    if (!(error instanceof RegionError)) throw error;
    return { path, line: 0, message: error.message };
  }
}

/** Flyway refuses a migration that differs from the one it ran, be it by a comment: what is published stays. */
const isMigration = (path: string) => path.includes('/db/migration/');

/** Regions and recorded files that no page prints: they would rot unseen. */
export function checkUnused(pages: readonly Page[], root: string): Problem[] {
  const regionsUsed = new Set<string>();
  const filesUsed = new Set<string>();
  for (const page of pages) {
    for (const { fence } of readBlocks(page, root).blocks) {
      if (fence.file === undefined) continue;
      const path = includedPath(page.path, fence.file);
      filesUsed.add(path);
      if (fence.region !== undefined) regionsUsed.add(`${path}#${fence.region}`);
    }
  }
  const unrecorded = exampleModules(root)
    .flatMap((module) =>
      recordedOutputsOf(module, root).map((file) => `examples/${module}/${file}`),
    )
    .filter((path) => !filesUsed.has(path))
    .map((path) => ({
      path,
      line: 0,
      message: '录制的输出没有任何页面引用：请引用它，或删掉录制',
    }));
  const unused = listFiles(join(root, 'examples'))
    .map((file) => `examples/${file}`)
    .filter((path) => !isRecorded(path) && !isMigration(path))
    .flatMap((path) => {
      const regions = regionsOf(root, path);
      if (!Array.isArray(regions)) return [regions as Problem];
      return (regions as [string, number][])
        .filter(([name]) => !regionsUsed.has(`${path}#${name}`))
        .map(([name, line]) => ({
          path,
          line,
          message: `区域 ${name} 没有任何页面引用：请引用它，或删掉标记`,
        }));
    });
  return [...unrecorded, ...unused];
}
