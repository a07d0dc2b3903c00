/**
 * Where the reader was in each text of this tab's history. The browser would find it again by itself, but only when
 * the text stands in the page at once, and in px: far from the screen, heights are told from the text (code.css).
 */

/** A line of a text: the block it is in, where that stood on the screen, in px, and which folds were open. */
interface Place {
  readonly block: number;
  readonly topPx: number;
  readonly open: readonly boolean[];
}

const places = new Map<string, Place>();

/** A location in the tab's history. */
interface Location {
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

/** Notes what the reader is reading as the page is left; at the top of the page there is nothing to note. */
export function leavePlace(location: Location, text: Element | null): void {
  const blocks = Array.from(text?.children ?? []);
  const tops = blocks.map((block) => block.getBoundingClientRect());
  const block = tops.findIndex(({ bottom }) => bottom > 0);
  const topPx = tops[block]?.top;
  if (topPx === undefined || (block === 0 && topPx > 0)) places.delete(nameOf(location));
  else places.set(nameOf(location), { block, topPx, open: foldsOf(text).map(({ open }) => open) });
}

/**
 * Takes the reader back to the line, if the location has been left before: each link followed makes a new one. Another
 * anchor of the same page in the address bar is no way back: the reader asks for that place. Listings
 * near the screen are laid out in the frames after, and may push the line away once more.
 */
export function returnToPlace(location: Location, left: Location, text: Element | null): void {
  if (!location.key && location.hash && location.pathname === left.pathname) return;
  const place = places.get(nameOf(location));
  const block = place && text?.children[place.block];
  const page = text?.ownerDocument.defaultView;
  if (!block || !page) return;
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
