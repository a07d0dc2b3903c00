/**
 * Remark plugin: writes on each paragraph and heading how wide its text is, from which src/css/prose.css tells its
 * height.
 */
import type { Heading, Nodes, Paragraph, Root } from 'mdast';
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

/** What stands inside lists, quotations and components is left alone, and so is what has pictures. */
export default function paragraphs() {
  return (tree: Root): void => {
    for (const node of tree.children) {
      const isText =
        node.type === 'paragraph' || (node.type === 'heading' && [2, 3].includes(node.depth));
      if (!isText || hasPicture(node)) continue;
      node.data = { ...node.data, hProperties: { style: `--em:${emsOf(node)}` } };
    }
  };
}
