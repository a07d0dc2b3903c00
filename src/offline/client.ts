/**
 * Client module: fetches what saves the book when a reader asks for it, and tells those who have saved it how it
 * stands. Everybody else pays one look at a property.
 */
import { inBrowser, type Page } from '../lib/browser';
import type * as Switch from './switch';

function fetchSwitch(use: (it: typeof Switch) => void): void {
  import('./switch').then(use, () => {});
}

inBrowser((page) => {
  page.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('[data-offline] button');
    if (button) fetchSwitch((it) => void it.press(page));
  });
});

function show(page: Page): void {
  // Browsers leave it out on insecure pages.
  if (page.navigator.serviceWorker?.controller) fetchSwitch((it) => void it.show(page));
}

/** Docusaurus calls this when a page is shown, the first one included. */
export const onRouteDidUpdate = (): void => inBrowser(show);
