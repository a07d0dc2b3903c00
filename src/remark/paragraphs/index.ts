/** Remark plugin: writes on each paragraph how wide its text is, from which src/css/prose.css tells its height. */
import type { Nodes, Paragraph, Root } from 'mdast';

/** What a frame of inline code takes, in em. */
const codeFrame = 0.2;

/** Chinese, its punctuation included, and what is set as wide. */
const fullWidth = /[\u2014\u2018-\u201d\u2026\u2e80-\uffef]/;

const widthOfText = (text: string): number =>
  Array.from(text).reduce((width, character) => width + (fullWidth.test(character) ? 1 : 0.5), 0);

function widthOf(node: Nodes): number {
  if (node.type === 'inlineCode') return widthOfText(node.value) + codeFrame;
  if (node.type === 'text') return widthOfText(node.value);
  return 'children' in node
    ? (node.children as Nodes[]).reduce((width, child) => width + widthOf(child), 0)
    : 0;
}

const hasPicture = (node: Nodes): boolean =>
  node.type === 'image' || ('children' in node && (node.children as Nodes[]).some(hasPicture));

/**
 * How wide a paragraph's text would be on a line of its own, in whole em: fonts differ, but Latin letters take about
 * half of what a Chinese character takes.
 */
export const emsOf = (paragraph: Paragraph): number => Math.round(widthOf(paragraph));

/** Paragraphs inside lists, quotations and components are left alone, and so are those with pictures. */
export default function paragraphs() {
  return (tree: Root): void => {
    for (const node of tree.children) {
      if (node.type !== 'paragraph' || hasPicture(node)) continue;
      node.data = { ...node.data, hProperties: { style: `--em:${emsOf(node)}` } };
    }
  };
}
