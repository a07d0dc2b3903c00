/** Turns recorded cells (between tabs, or columns aligned by spaces; first line the header) into a table of the page. */
import type { PhrasingContent, Table } from 'mdast';
import { FenceError } from './fence';

/** Text with code between backticks; nothing else is markup, so that cells print what was recorded. */
function cellContent(text: string): PhrasingContent[] {
  return text
    .split(/(`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('`') && part.endsWith('`')
        ? { type: 'inlineCode', value: part.slice(1, -1) }
        : { type: 'text', value: part },
    );
}

/** A recorded file's rows, each as its cells: tabs separate them where there are any, or else two spaces and more. */
export function readRows(text: string): string[][] {
  const separator = text.includes('\t') ? '\t' : / {2,}/;
  return text.split('\n').map((line) => line.split(separator));
}

/**
 * The table that a recorded file holds.
 *
 * @param path the file's path from the repository's root, for messages and for the table's `data-file`
 * @throws FenceError for a row that has more or fewer cells than the header, and for a header of a single cell
 */
export function readTable(text: string, path: string): Table {
  const rows = readRows(text);
  const columns = rows[0]?.length ?? 0;
  if (columns < 2) {
    throw new FenceError(`${path} 的表头只有一格，用制表符或两个以上的空格分开`);
  }
  const ragged = rows.findIndex((cells) => cells.length !== columns);
  if (ragged >= 0) {
    throw new FenceError(
      `${path} 第 ${ragged + 1} 行有 ${rows[ragged]?.length} 格，表头有 ${columns} 格`,
    );
  }
  return {
    type: 'table',
    data: { hProperties: { 'data-file': path } },
    children: rows.map((cells) => ({
      type: 'tableRow',
      children: cells.map((cell) => ({ type: 'tableCell', children: cellContent(cell) })),
    })),
  };
}
