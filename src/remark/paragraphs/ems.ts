/** How wide the text of a paragraph or heading is on a line of its own. */
import type { Heading, Nodes, Paragraph } from 'mdast';
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

/** How wide its text would be on a line of its own, in whole em. */
export const emsOf = (block: Paragraph | Heading): number =>
  Math.round(widthOf(block, block.type === 'heading' ? letterWidth.heading : letterWidth.text));

const latin = /[^\s\u2014\u2018-\u201d\u2026\u2e80-\uffef]/gu;

const textOf = (node: Nodes): string =>
  'value' in node && node.type !== 'html'
    ? node.value
    : 'children' in node
      ? (node.children as Nodes[]).map(textOf).join('')
      : '';

/** Which part of the width of its text is taken by Latin letters, 0 to 1. */
export function latinShare(block: Paragraph | Heading): number {
  const letters = textOf(block).match(latin)?.length ?? 0;
  return Math.min(1, (letters * letterWidth.text) / Math.max(1, emsOf(block)));
}
