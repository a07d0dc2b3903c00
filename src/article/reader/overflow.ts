/** Tells of elements whether their content is wider than they are, by one observer for all. */

/** Is told whether an element's content is wider than it. */
type Listener = (isOverflowing: boolean) => void;

const listeners = new Map<Element, Listener>();
let observer: ResizeObserver | undefined;

const isOverflowing = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth;

/** All are measured before any is told: what a listener changes would make the next measure lay out the page. */
function onResize(entries: readonly ResizeObserverEntry[]): void {
  const measured = entries.map(({ target }) => [target, isOverflowing(target)] as const);
  for (const [target, overflows] of measured) listeners.get(target)?.(overflows);
}

/**
 * Tells whether an element's content is wider than it, soon and whenever its size has changed. The browser
 * has just laid the page out then: asking costs nothing, however many elements are watched. Without
 * ResizeObserver it tells once, at once.
 *
 * @returns ends it
 */
export function watchOverflow(element: Element, listener: Listener): () => void {
  if (typeof ResizeObserver === 'undefined') {
    listener(isOverflowing(element));
    return () => {};
  }
  observer ??= new ResizeObserver(onResize);
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}
