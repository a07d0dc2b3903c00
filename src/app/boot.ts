/**
 * Prepares what the reader arrived with before Docusaurus starts: runs as a client module, which the
 * bundle evaluates before the application renders.
 */
import { createRoot } from 'react-dom/client';
import { escapeMalformed, withoutHtmlSuffix } from '../navigation/address';
import { inBrowser, type Page } from '../lib/browser';
import { isPage } from '../navigation/routes';

/**
 * Docusaurus decodes the path without a guard and would not start on `/%E0%A4%A`; a page asked for as
 * `/x.html` gets its own address.
 */
function repairAddress({ location, history }: Page): void {
  const { pathname, search, hash } = location;
  const escaped = escapeMalformed(pathname);
  const page = withoutHtmlSuffix(decodeURI(escaped));
  const repaired = page !== escaped && isPage(page) ? withoutHtmlSuffix(escaped) : escaped;
  if (repaired !== pathname) {
    history.replaceState(history.state, '', repaired + search + hash);
  }
}

/**
 * A strict host answers an unknown spelling of a page's path with `404.html`. Hydrating that markup as
 * the page would mismatch, so the page is rendered afresh; Docusaurus uses a root that already exists.
 */
function renderAfreshOnNotFoundDocument(page: Page): void {
  const { document, location } = page;
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const container = document.getElementById('__docusaurus');
  if (!container || !canonical?.href.endsWith('/404.html')) return;
  if (isPage(decodeURI(location.pathname))) page.docusaurusRoot = createRoot(container);
}

inBrowser(repairAddress);
inBrowser(renderAfreshOnNotFoundDocument);
