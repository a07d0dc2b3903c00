/**
 * Remark plugin: writes on each paragraph and heading how wide its text is, from which src/css/prose.css tells its
 * height, and on each table how high it is on the narrowest screens and the widest.
 */
import type { Heading, Nodes, Paragraph, Root, Table } from 'mdast';
import { heightOfTable } from './table';
import { letterWidth, widthOfText } from './width';

/** What a frame of inline code takes, in em. */
const codeFrame = 0.2;

/** Where a heading is told its address, which is not shown. */
const address = / *\{#[^}]*\}$/;

function widthOf(node: Nodes, letter: number): number {
  if (node.type === 'inlineCode') return widthOfText(node.value, letter) + codeFrame;
  if (node.type === 'text') return widthOfText(node.value.replace(address, ''), letter);
  return 'children' in node
    ? (node.children as Nodes[]).reduce((width, child) => width + widthOf(child, letter), 0)
    : 0;
}

const hasPicture = (node: Nodes): boolean =>
  node.type === 'image' || ('children' in node && (node.children as Nodes[]).some(hasPicture));

/** How wide its text would be on a line of its own, in whole em. */
export const emsOf = (block: Paragraph | Heading): number =>
  Math.round(widthOf(block, block.type === 'heading' ? letterWidth.heading : letterWidth.text));

/** Columns of text, in px, as src/css/prose.css has them: on a phone of 360 px, and where the column grows no more. */
const room = { narrow: 328, wide: 640 };

function styleOf(block: Paragraph | Heading | Table): string {
  if (block.type !== 'table') return `--em:${emsOf(block)}`;
  const rem = (width: number): number => Math.round(heightOfTable(block, width) / 16);
  return `--wide:${rem(room.wide)};--narrow:${rem(room.narrow)}`;
}

/** What stands inside lists, quotations and components is left alone, and so is what has pictures. */
export default function paragraphs() {
  return (tree: Root): void => {
    for (const node of tree.children) {
      const isBlock =
        node.type === 'paragraph' ||
        node.type === 'table' ||
        (node.type === 'heading' && [2, 3].includes(node.depth));
      if (!isBlock || hasPicture(node)) continue;
      node.data = { ...node.data, hProperties: { style: styleOf(node) } };
    }
  };
}
