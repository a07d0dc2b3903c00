/** The ads' only way to `window`, `document` and observers; each function bears that the thing is missing. */
import type { AdHost, AdQueue } from './scriptLoader';

declare global {
  interface Window {
    adsbygoogle?: AdQueue & { requestNonPersonalizedAds?: 1 };
  }
}

/** Undoes what a function of this module began. */
export type Cleanup = () => void;

/** The page as the script loader sees it. */
export const browserHost: AdHost = {
  addScript(url, onError) {
    const script = document.createElement('script');
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.onerror = onError;
    script.src = url;
    document.head.append(script);
  },
  queue() {
    if (!window.adsbygoogle) {
      window.adsbygoogle = [];
      // The site asks nobody for consent, so it asks for ads that need none.
      window.adsbygoogle.requestNonPersonalizedAds = 1;
    }
    return window.adsbygoogle;
  },
  now: () => performance.now(),
};

/** Whether the browser keeps what is read in its place when something above it goes (scroll anchoring). */
export const keepsPlace = (): boolean => window.CSS?.supports('overflow-anchor', 'auto') ?? false;

/** Whether an element is above the viewport, where it can go unnoticed. */
export const isAboveView = (element: Element): boolean =>
  element.getBoundingClientRect().bottom <= 0;

/**
 * Calls back once, when the element can go without moving what the reader sees: below the viewport, or
 * above it in a browser that keeps the text in place (scroll anchoring). Otherwise it does not call back.
 */
export function whenOutOfView(element: Element, callback: () => void): Cleanup {
  if (typeof window.IntersectionObserver !== 'function') return () => {};
  const observer = new IntersectionObserver((entries) => {
    const entry = entries.at(-1);
    if (!entry || entry.isIntersecting) return;
    if (entry.boundingClientRect.top < 0 && !keepsPlace()) return;
    observer.disconnect();
    callback();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Whether an ad in this element could be seen: blockers hide it, and AdSense rejects a width of 0. */
export function canShow(element: HTMLElement): boolean {
  return (
    element.offsetWidth > 0 &&
    element.offsetHeight > 0 &&
    getComputedStyle(element).visibility === 'visible'
  );
}

/** Whether the reader asked for less motion. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
