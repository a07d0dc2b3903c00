/** Tells when elements come into view, for what is fetched ahead. */

/**
 * Calls back once for each element that comes into view, at once for all where the browser cannot tell.
 *
 * @param margin how far beyond the screen still counts, as CSS writes it
 * @returns the end of watching
 */
export function whenVisible<T extends Element>(
  elements: readonly T[],
  come: (element: T) => void,
  margin = '0px',
): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    elements.forEach(come);
    return () => {};
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        come(target as T);
      }
    },
    { rootMargin: margin },
  );
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}
