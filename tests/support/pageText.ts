/** The text of a page, as it was built and as it stands on the screen. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { load } from 'cheerio';

/** Selector of a page's text. */
export const textSelector = '.theme-doc-markdown';

/**
 * A page's text in its built document, without white space and without the marks of proofs, which are buttons.
 *
 * @throws Error when the page was not built
 */
export function builtText(path: string): string {
  const $ = load(readFileSync(`build${path}/index.html`, 'utf8'));
  $(`${textSelector} button`).remove();
  return $(textSelector).text().replace(/\s+/g, '');
}

/** The text on the screen, without white space and without the buttons of listings. */
export const shownText = (page: Page): Promise<string> =>
  page.locator(textSelector).evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const button of copy.querySelectorAll('button')) button.remove();
    return (copy.textContent ?? '').replace(/\s+/g, '');
  });
