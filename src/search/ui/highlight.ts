/**
 * Marks text without touching the document: the CSS Custom Highlight API paints ranges, so React never
 * meets nodes that it did not make, and the page stays what the server sent.
 */
import { stretchesOf } from '../core/marks';

/** Names of the highlights in `styles.module.css`. */
const all = 'search-match';
const one = 'search-match-current';

/** Most matches marked on a page. */
const most = 400;

/** What the index leaves out (`src/search/build/extract.ts`), as far as the text has it: proofs in popovers, for one. */
const skipped = 'button, nav, aside, script, style, .hash-link, [data-search-skip]';

/** The words' places in the page's text. */
export interface Matches {
  readonly ranges: readonly Range[];
  /** Position of the first match at or after the section the reader came for. */
  readonly first: number;
}

function isSupported(): boolean {
  return typeof CSS !== 'undefined' && 'highlights' in CSS && typeof Highlight === 'function';
}

/**
 * Finds the words in the page's main text.
 *
 * @param marks words as the index folds them
 * @param anchor id of the section's heading; empty for the page's beginning
 */
export function findMatches(marks: readonly string[], anchor: string): Matches {
  const root = document.querySelector('.theme-doc-markdown') ?? document.querySelector('main');
  const ranges: Range[] = [];
  if (!root || !isSupported()) return { ranges, first: 0 };
  const heading = anchor ? document.getElementById(decodeURIComponent(anchor)) : null;
  let first = -1;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (ranges.length < most && walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement?.closest(skipped)) continue;
    for (const [start, end] of stretchesOf(node.textContent ?? '', marks)) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      const follows =
        !heading ||
        heading.contains(node) ||
        heading.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (first < 0 && follows) first = ranges.length;
      ranges.push(range);
    }
  }
  return { ranges, first: Math.max(0, first) };
}

/** Whether a match stands where the reader can come to it: not in a tab that is not chosen. */
export function isWithinReach({ startContainer }: Range): boolean {
  return !startContainer.parentElement?.closest('[role=tabpanel][hidden]');
}

/** Paints the matches, and one of them stronger. */
export function highlight(ranges: readonly Range[], current: Range | undefined): void {
  if (!isSupported()) return;
  CSS.highlights.set(all, new Highlight(...ranges));
  if (current) CSS.highlights.set(one, new Highlight(current));
  else CSS.highlights.delete(one);
}

/** Removes all marks. */
export function clearHighlight(): void {
  if (!isSupported()) return;
  CSS.highlights.delete(all);
  CSS.highlights.delete(one);
}

/** Scrolls to a match, unfolding what hides it. */
export function reveal(range: Range): void {
  const element = range.startContainer.parentElement;
  const folded = element?.closest('details:not([open])');
  if (folded) folded.querySelector('summary')?.click();
  element?.scrollIntoView({ block: 'center' });
}
