/**
 * How high a table of Markdown is, told from its text: the browser's way of sharing a table's width among its columns,
 * with widths of letters as in width.ts. src/css/prose.css reserves that much for tables far from the screen.
 */
import type { Nodes, Table, TableCell } from 'mdast';
import { letterWidth, widthOfText } from './width';

/** Lengths in px at the browser's own font size, as src/css/prose.css has them. */
const font = 14;
const lineHeight = 1.6 * font;
const padding = { inline: 2 * 12.8, block: 2 * 8.8 };
const rule = 1;
/** Above and below the whole table. */
const frame = 2 * rule;
const narrowest = { column: 6.5 * font, sentences: 13 * font };
/** What a line leaves empty on average, for a word or a mark that did not fit. */
const raggedness = 0.35 * font;

/** Letters of code are smaller than text, but each as wide as the widest. */
const codeLetter = 0.52;

interface Extent {
  /** On one line. */
  readonly whole: number;
  /** Its longest piece that cannot be broken. */
  readonly piece: number;
}

/** What a line may end after: Chinese, blanks, hyphens and slashes. */
const breakable = /(?<=[\u2e80-\uffef\s/-])|(?=[\u2e80-\uffef])/;

function extentOf(node: Nodes): Extent {
  if (node.type === 'text' || node.type === 'inlineCode') {
    const letter = node.type === 'text' ? letterWidth.text : codeLetter;
    const pieces = node.value.split(breakable).map((piece) => widthOfText(piece.trim(), letter));
    return {
      whole: font * widthOfText(node.value, letter),
      piece: font * Math.max(0, ...pieces),
    };
  }
  const inner = 'children' in node ? (node.children as Nodes[]).map(extentOf) : [];
  return {
    whole: inner.reduce((sum, { whole }) => sum + whole, 0),
    piece: Math.max(0, ...inner.map(({ piece }) => piece)),
  };
}

/** The columns' widths, paddings included, when the table has so much room. */
function shared(room: number, least: readonly number[], most: readonly number[]): number[] {
  const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);
  const [all, none] = [sum(most), sum(least)];
  if (all <= room) return most.map((width) => (width * room) / all);
  const share = Math.max(0, room - none) / (all - none || 1);
  return least.map((width, column) => width + share * ((most[column] ?? width) - width));
}

/**
 * The height of a table in px, scrolled or not.
 *
 * @param room the width of the text's column, in px
 */
export function heightOfTable({ children: rows }: Table, room: number): number {
  const cells = rows.map(({ children }) => children.map((cell: TableCell) => extentOf(cell)));
  const columns = cells[0]?.length ?? 0;
  const bounds = Array.from({ length: columns }, (_, column) => {
    // The last of several columns mostly holds sentences.
    const floor = column > 1 && column === columns - 1 ? narrowest.sentences : narrowest.column;
    const extents = cells.map((row, index) => {
      const { whole, piece } = row[column] ?? { whole: 0, piece: 0 };
      return { whole, piece: index === 0 ? whole : piece };
    });
    const widest = (of: (extent: Extent) => number): number =>
      Math.max(...extents.map(of)) + padding.inline;
    const least = Math.max(
      floor,
      widest(({ piece }) => piece),
    );
    return {
      least,
      most: Math.max(
        least,
        widest(({ whole }) => whole),
      ),
    };
  });
  const widths = shared(
    room,
    bounds.map(({ least }) => least),
    bounds.map(({ most }) => most),
  );
  const lines = cells.map((row, index) =>
    index === 0
      ? 1
      : Math.max(
          1,
          ...row.map(({ whole }, column) => {
            const width = (widths[column] ?? Infinity) - padding.inline;
            return whole <= width ? 1 : Math.ceil(whole / (width - raggedness));
          }),
        ),
  );
  const text = lines.reduce((sum, count) => sum + count * lineHeight, 0);
  return text + lines.length * (padding.block + rule) - rule + frame;
}
