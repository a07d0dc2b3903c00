/**
 * Where the reader was in each text of this tab's history. The browser would find it again by itself, but only when
 * the text stands in the page at once, and in px: far from the screen, heights are told from the text (code.css).
 */

/** A line of a text: the way to its block, where that stood on the screen, in px, and which folds were open. */
interface Place {
  /** At each level, which child. */
  readonly way: readonly number[];
  readonly topPx: number;
  readonly open: readonly boolean[];
}

const places = new Map<string, Place>();

/** A location in the tab's history. */
export interface Location {
  /** Only what a link of ours led to has one: neither the first nor what the reader put into the address bar. */
  readonly key?: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

const nameOf = ({ key, pathname, search, hash }: Location): string =>
  key ?? `${pathname}${search}${hash}`;

const foldsOf = (text: Element | null): HTMLDetailsElement[] => [
  ...(text?.querySelectorAll('details') ?? []),
];

/** The way to the first block on the screen; into it, where it is higher than the screen, as a whole list may be. */
function wayTo(block: Element, screenPx: number): [way: number[], topPx: number] {
  const { top, height } = block.getBoundingClientRect();
  const inner = [...block.children];
  const index = inner.findIndex((child) => child.getBoundingClientRect().bottom > 0);
  const child = height > screenPx && inner[index];
  if (!child) return [[], top];
  const [way, topPx] = wayTo(child, screenPx);
  return [[index, ...way], topPx];
}

/** Notes what the reader is reading as the page is left; at the top of the page there is nothing to note. */
export function leavePlace(location: Location, text: Element | null): void {
  if (!text) return;
  const [way, topPx] = wayTo(text, text.ownerDocument.documentElement.clientHeight);
  if (topPx > 0 && !way.some(Boolean)) places.delete(nameOf(location));
  else places.set(nameOf(location), { way, topPx, open: foldsOf(text).map(({ open }) => open) });
}

/**
 * Takes the reader back to the line, if the location has been left before: each link followed makes a new one. Another
 * anchor of the same page in the address bar is no way back: the reader asks for that place. Listings
 * near the screen are laid out in the frames after, and may push the line away once more.
 */
export function returnToPlace(location: Location, left: Location, text: Element | null): void {
  if (!location.key && location.hash && location.pathname === left.pathname) return;
  const place = places.get(nameOf(location));
  const block = place?.way.reduce<Element | null | undefined>(
    (box, index) => box?.children[index],
    text,
  );
  const page = text?.ownerDocument.defaultView;
  if (!place || !block || !page) return;
  foldsOf(text).forEach((fold, index) => (fold.open = place.open[index] ?? fold.open));
  const goThere = (): void => {
    const top = block.getBoundingClientRect().top - place.topPx;
    if (top && block.isConnected) page.scrollBy({ top, behavior: 'instant' });
  };
  goThere();
  page.requestAnimationFrame(() => {
    goThere();
    page.requestAnimationFrame(goThere);
  });
}
