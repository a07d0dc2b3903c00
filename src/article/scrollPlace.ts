/**
 * Where the reader was in each text of this tab's history. The browser would find it again by itself, but only when
 * the text stands in the page at once, and in px: far from the screen, heights are told from the text (code.css).
 */

/** A line of a text: the block it is in, and where that stood on the screen, in px. */
interface Place {
  readonly block: number;
  readonly topPx: number;
}

const places = new Map<string, Place>();

/** Key of a location in the tab's history; the first one has none. */
type Key = string | undefined;

const nameOf = (key: Key): string => key ?? '';

/** Notes what the reader is reading as the page is left; at the top of the page there is nothing to note. */
export function leavePlace(key: Key, text: Element | null): void {
  const blocks = Array.from(text?.children ?? []);
  const tops = blocks.map((block) => block.getBoundingClientRect());
  const block = tops.findIndex(({ bottom }) => bottom > 0);
  const topPx = tops[block]?.top;
  if (topPx === undefined || (block === 0 && topPx > 0)) places.delete(nameOf(key));
  else places.set(nameOf(key), { block, topPx });
}

/**
 * Takes the reader back to the line, if the location has been left before: each link followed makes a new one. Listings
 * near the screen are laid out in the frames after, and may push the line away once more.
 */
export function returnToPlace(key: Key, text: Element | null): void {
  const place = places.get(nameOf(key));
  const block = place && text?.children[place.block];
  const page = text?.ownerDocument.defaultView;
  if (!block || !page) return;
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
