/** Tells when elements come into view. */

/** What counts as in view. */
export interface View {
  /** How far beyond the screen still counts, as CSS writes it. */
  readonly rootMargin?: string;
  /** The part of the element that has to be in view, 0 to 1. */
  readonly threshold?: number;
}

/**
 * Calls back once for each element that comes into view, at once for all where the browser cannot tell.
 *
 * @returns the end of watching
 */
export function whenVisible<T extends Element>(
  elements: readonly T[],
  come: (element: T) => void,
  { rootMargin = '0px', threshold = 0 }: View = {},
): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    elements.forEach(come);
    return () => {};
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, intersectionRatio, target } of entries) {
        if (!isIntersecting || intersectionRatio < threshold) continue;
        observer.unobserve(target);
        come(target as T);
      }
    },
    { rootMargin, threshold },
  );
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}
