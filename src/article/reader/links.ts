/** Links in a text that React does not know: they change the page inside the application, and fetch ahead. */
import { elementAt, inBrowser } from '../../lib/browser';
import { isPage } from '../../navigation/routes';
import { whenVisible } from '../../lib/visible';

/** Where a link leads inside the site; undefined for what the browser follows by itself. */
export function innerTarget(link: HTMLAnchorElement): string | undefined {
  const written = link.getAttribute('href') ?? '';
  if (written.startsWith('#') || link.target || link.hasAttribute('download')) return undefined;
  if (link.origin !== new URL(link.baseURI).origin) return undefined;
  return isPage(decodeURI(link.pathname)) ? link.pathname + link.search + link.hash : undefined;
}

/** The link an event happened in. */
export const linkAt = (target: EventTarget): HTMLAnchorElement | null =>
  elementAt(target, 'a[href]') as HTMLAnchorElement | null;

/** Fetches the code and text of the page a link leads to, because the reader is about to follow it. */
export function preloadTarget(link: HTMLAnchorElement): void {
  if (innerTarget(link) !== undefined) {
    inBrowser(({ docusaurus }) => docusaurus.preload(decodeURI(link.pathname)));
  }
}

/** Prefetches what the text's links lead to as they come into view; returns the stop. */
export function prefetchVisible(text: Element): () => void {
  // Which of them lead to a page is looked at one by one as they come: the error index has more than a thousand.
  const links = text.querySelectorAll<HTMLAnchorElement>('a[href^="/"]:not([target])');
  return whenVisible([...links], (link) => {
    if (innerTarget(link) === undefined) return;
    inBrowser(({ docusaurus }) => void docusaurus.prefetch(decodeURI(link.pathname)));
  });
}

/**
 * Loads the next page, ready to be shown, before the link to it comes into view: most readers at the foot of a
 * page go there. Returns the stop.
 */
export function preloadNext(text: Element): () => void {
  const links = text.ownerDocument.querySelectorAll<HTMLAnchorElement>(
    '.pagination-nav__link--next',
  );
  return whenVisible([...links], preloadTarget, { rootMargin: '100% 0px' });
}
