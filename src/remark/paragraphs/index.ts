/**
 * Remark plugin: writes on each paragraph and heading how wide its text is, from which src/css/prose.css tells its
 * height, and on each table, list and exercise how high it is on the narrowest screens and the widest.
 */
import type { Heading, List, Nodes, Paragraph, Root, Table } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { heightsOfBlock } from './block';
import { emsOf } from './ems';
import { heightOfTable } from './table';

const hasPicture = (node: Nodes): boolean =>
  node.type === 'image' || ('children' in node && (node.children as Nodes[]).some(hasPicture));

/** Columns of text, in px, as src/css/prose.css has them: on a phone of 360 px, and where the column grows no more. */
const room = { narrow: 328, wide: 640 };

const pxPerRem = 16;

function heightsOf(block: Table | List | MdxJsxFlowElement): { wide: number; narrow: number } {
  const { wide, narrow } =
    block.type === 'table'
      ? {
          wide: heightOfTable(block, room.wide) / pxPerRem,
          narrow: heightOfTable(block, room.narrow) / pxPerRem,
        }
      : heightsOfBlock(block);
  return { wide: Math.round(wide), narrow: Math.round(narrow) };
}

function styleOf(block: Paragraph | Heading | Table | List): string {
  if (block.type === 'paragraph' || block.type === 'heading') return `--em:${emsOf(block)}`;
  const { wide, narrow } = heightsOf(block);
  return `--wide:${wide};--narrow:${narrow}`;
}

const isExercise = (node: Nodes): node is MdxJsxFlowElement =>
  node.type === 'mdxJsxFlowElement' && node.name === 'Exercise';

/** What stands inside quotations and other components is left alone, and so is what has pictures. */
export default function paragraphs() {
  return (tree: Root): void => {
    for (const node of tree.children) {
      if (hasPicture(node)) continue;
      if (isExercise(node)) {
        for (const [name, height] of Object.entries(heightsOf(node))) {
          node.attributes.push({ type: 'mdxJsxAttribute', name, value: String(height) });
        }
      } else if (
        node.type === 'paragraph' ||
        node.type === 'table' ||
        node.type === 'list' ||
        (node.type === 'heading' && [2, 3].includes(node.depth))
      ) {
        node.data = { ...node.data, hProperties: { style: styleOf(node) } };
      }
    }
  };
}
