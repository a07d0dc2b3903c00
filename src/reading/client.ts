/**
 * Client module: fetches what notes and shows the reader's place when there is something to note or to show, so that
 * the first page of a first visit costs nothing. A script that does not come leaves the book as it is without it.
 */
import { whenWhole } from '../article/insertion';
import { inBrowser, whenClicked, type Page } from '../lib/browser';
import type * as Reader from './reader';
import { hasRecord } from './storage';

function fetchReader(use: (reader: typeof Reader) => void, otherwise = (): void => {}): void {
  import('./reader').then(use, otherwise);
}

/** What begins to watch did not come: the next page shown asks for it again. */
let hasFailed = false;

function begin(): void {
  inBrowser((page) => {
    if (!page.location.pathname.includes('/chapters/')) return;
    page.removeEventListener('scroll', begin);
    fetchReader(
      (it) => it.watchReading(page),
      () => (hasFailed = true),
    );
  });
}

inBrowser((page) => {
  page.addEventListener('scroll', begin);
  whenClicked(page, '[data-reading]', (button) =>
    fetchReader((it) => it.obey(page, button.getAttribute('data-reading') as Reader.Wish)),
  );
  // A link followed shows the first screens of a text, and marks are for headings further down, too.
  whenWhole(() => show(page));
});

function show(page: Page): void {
  if (hasFailed) page.addEventListener('scroll', begin);
  hasFailed = false;
  if (hasRecord()) fetchReader((it) => it.showRecord(page));
}

/** Docusaurus calls this when a page is shown, the first one included. */
export const onRouteDidUpdate = (): void => inBrowser(show);
