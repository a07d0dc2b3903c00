/** The test function for the built site: every page it opens must stay free of console problems. */
import { test as base, expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';

export { expect };

/** What the page's console and uncaught errors have said. */
export interface Problems {
  /** Lets messages pass that the test provokes. */
  readonly allow: (expected: RegExp) => void;
}

/** Where the ad script comes from. */
export const adScript = /^https:\/\/pagead2\.googlesyndication\.com\//;

/**
 * Notes what a page's console and uncaught errors say from now on, but for what the browser itself says of an
 * ad script that does not arrive; returns how to ask for what was not allowed.
 */
export function watchProblems(page: Page): Problems & { readonly unexpected: () => string[] } {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  page.on('console', (message) => {
    if (adScript.test(message.location().url)) return;
    if (['error', 'warning'].includes(message.type())) seen.push(message.text());
  });
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`));
  return {
    allow: (expected) => allowed.push(expected),
    unexpected: () => seen.filter((text) => !allowed.some((expected) => expected.test(text))),
  };
}

/** Playwright's `test`, failing on any console error, console warning or uncaught error not allowed. */
export const test = base.extend<{ problems: Problems }>({
  problems: [
    async ({ page, context }, use) => {
      const { allow, unexpected } = watchProblems(page);
      await context.route(adScript, (route) => route.fulfill({ contentType: 'text/javascript' }));
      await use({ allow });
      expect(unexpected()).toEqual([]);
    },
    { auto: true },
  ],
});

/** The longest chapter on a machine shared with other builds takes longer than what follows it, in ms. */
const takeOverMs = 80_000;

/** Waits until React has taken over the page, for `timeout` ms at most. */
export async function hydrated(page: Page, timeout = takeOverMs): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-has-hydrated', 'true', { timeout });
}

/** Opens an address and waits until React has taken over, for `timeout` ms at most. */
export async function open(page: Page, url: string, timeout = takeOverMs): Promise<void> {
  await page.goto(url);
  await hydrated(page, timeout);
}

/**
 * Waits until nothing more has arrived for 500 ms. Playwright's `networkidle` waits for what was asked for, and
 * once, in CI, did so for two minutes on a page that had everything.
 */
export async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  let before = -1;
  const nothingNew = async (): Promise<boolean> => {
    const arrived = await page.evaluate(() => performance.getEntriesByType('resource').length);
    const same = arrived === before;
    before = arrived;
    return same;
  };
  await expect.poll(nothingNew, { intervals: [500] }).toBe(true);
}

/** Changes the page inside the application, as a link to the path would. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((target) => {
    window.history.pushState({}, '', target);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

/**
 * Paths of all pages of the built site, decoded, without origin.
 *
 * @throws Error when the site is not built
 */
export function sitemapPaths(folder = 'build'): readonly string[] {
  const sitemap = readFileSync(`${folder}/sitemap.xml`, 'utf8');
  return [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) =>
    decodeURI(new URL(address).pathname),
  );
}

/**
 * Origin that the site was built for.
 *
 * @throws Error when the site is not built
 */
export function siteOrigin(): string {
  return new URL(/<loc>(.*?)<\/loc>/.exec(readFileSync('build/sitemap.xml', 'utf8'))?.[1] ?? '')
    .origin;
}

/** The page's canonical address, decoded. */
export async function canonicalAddress(page: Page): Promise<string> {
  return decodeURI((await page.locator('link[rel="canonical"]').getAttribute('href')) ?? '');
}
