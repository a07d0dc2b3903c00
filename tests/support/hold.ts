/** Keeps answers from a page until the test lets them go. */
import type { Page } from '@playwright/test';

/** Every script of the site. */
export const siteScripts = /\/assets\/js\//;

/**
 * Holds back what the page asks for from now on.
 *
 * @param matching addresses of what is held
 * @returns the release
 */
export async function hold(page: Page, matching: RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route(matching, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
