/** How long a page takes to read, and which part of it a first reader may leave out. */
import type { Nodes, Root, RootContent } from 'mdast';
import { isElement } from '../lib/markdown';

/** Chinese characters read in a minute. */
const charactersPerMinute = 400;

/** Lines of code and output read in a minute. */
const linesPerMinute = 40;

/** What there is to read. */
export interface Amount {
  /** Chinese characters. */
  readonly characters: number;
  /** Lines of code and output. */
  readonly lines: number;
}

/** Folded elements: whoever reads for the first time goes past them. */
const folded: readonly string[] = ['Deep', 'Hint', 'Answer', 'details'];

/** Name of the mark below a heading that says that the section may be skipped. */
const optionalMark = 'Optional';

const nameOf = (node: Nodes): string | null => (isElement(node) ? node.name : null);

/** The page's blocks without the sections whose heading is followed by `<Optional />`. */
function withoutOptional(blocks: readonly RootContent[]): RootContent[] {
  let skipped: number | undefined;
  return blocks.filter((block, index) => {
    if (block.type === 'heading') {
      if (skipped !== undefined && block.depth <= skipped) skipped = undefined;
      const next = blocks[index + 1];
      if (skipped === undefined && next && nameOf(next) === optionalMark) skipped = block.depth;
    }
    return skipped === undefined;
  });
}

function* unfolded(node: Nodes): Generator<Nodes> {
  if (folded.includes(nameOf(node) ?? '')) return;
  yield node;
  if ('children' in node) for (const child of node.children) yield* unfolded(child);
}

/** The nodes of a page's main line: neither folded nor in a section that may be skipped. */
export function mainLine(tree: Root): Nodes[] {
  return withoutOptional(tree.children).flatMap((block) => [...unfolded(block)]);
}

/** What there is to read in some nodes, not counting what stands below them. */
export function amountOf(nodes: Iterable<Nodes>): Amount {
  let characters = 0;
  let lines = 0;
  for (const node of nodes) {
    if (node.type === 'text') characters += node.value.match(/\p{Script=Han}/gu)?.length ?? 0;
    if (node.type === 'code') lines += node.value.split('\n').length;
  }
  return { characters, lines };
}

/** Minutes that an amount takes, rounded up. */
export function minutesOf({ characters, lines }: Amount): number {
  return Math.ceil(characters / charactersPerMinute + lines / linesPerMinute);
}
