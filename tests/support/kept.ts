/** Whether React, taking a page over, keeps the elements that came from the server. */
import type { Page } from '@playwright/test';

/** What the frame and the text of a page are made of; each is looked for once. */
const landmarks = ['.navbar', 'h1', 'main', '.theme-layout-footer', '.theme-doc-markdown'];

/** Has the page note the elements that came from the server; to be called before it is opened. */
export async function noteElements(page: Page): Promise<void> {
  await page.addInitScript((selectors) => {
    document.addEventListener('DOMContentLoaded', () => {
      const came = selectors.map((selector) => document.querySelector(selector));
      Object.assign(window, { came });
    });
  }, landmarks);
}

/** Landmarks that were on the server's page and are gone or drawn anew. */
export function drawnAnew(page: Page): Promise<readonly string[]> {
  return page.evaluate((selectors) => {
    const { came } = window as unknown as { came: readonly (Element | null)[] };
    return selectors.filter((_, index) => came[index] && !came[index].isConnected);
  }, landmarks);
}
