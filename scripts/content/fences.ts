/** A page's code blocks read without parsing the rest of it: the build counts them on every page, every time. */

/** A block as readers of pages need it; what mdast calls a code node has all of it. */
export interface FencedBlock {
  /** What stands behind the language. */
  readonly meta?: string | null | undefined;
  readonly value: string;
  readonly position?: { readonly start: { readonly line: number } } | undefined;
}

/** In a list, a quotation or a component: how far a block is indented is not told by its fence alone. */
const opening = /^([\s>]*)(`{3,}|~{3,})\s*([^\s`]*)(?:[^\S\n]+([^`\n]*?))?\s*$/;

interface Opened {
  readonly fence: string;
  /** How many characters every line of it has before its own. */
  readonly indent: number;
  readonly meta: string | null;
  readonly line: number;
}

const blockOf = ({ meta, line }: Opened, lines: readonly string[]): FencedBlock => ({
  meta,
  value: lines.join('\n'),
  position: { start: { line } },
});

/**
 * Finds the blocks of a page of MDX.
 *
 * @param source the page, front matter included
 */
export function fencedBlocks(source: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: Opened | undefined;
  let lines: string[] = [];
  // A last block that nobody closed ends with the page.
  source
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .forEach((text, index) => {
      if (!open) {
        const [, before = '', fence, , meta] = opening.exec(text) ?? [];
        if (fence) open = { fence, indent: before.length, meta: meta || null, line: index + 1 };
        return;
      }
      const inner = text.slice(Math.min(open.indent, /^[\s>]*/.exec(text)?.[0].length ?? 0));
      const { fence } = open;
      const end = inner.trim();
      if (end.length >= fence.length && end === (fence[0] ?? '').repeat(end.length)) {
        blocks.push(blockOf(open, lines));
        open = undefined;
        lines = [];
      } else lines.push(inner);
    });
  if (open) blocks.push(blockOf(open, lines));
  return blocks;
}
