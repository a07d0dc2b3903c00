/** The mechanisms that keep the pages light: an upgrade that drops one of them fails here. */
import { readFileSync } from 'node:fs';
import { writtenChapters } from '../../src/config/pages';
import { expect, open, test } from '../support/site';

const chapter = `/chapters/${writtenChapters()[0]?.id}`;

test.describe('scripts start after the first paint', () => {
  test('the document asks for none, and the browser for all only once it has painted', async ({
    page,
  }) => {
    const html = readFileSync(`build${chapter}/index.html`, 'utf8');
    expect(/<script[^>]*\ssrc=/.test(html), 'a script element').toBe(false);
    expect(/<link[^>]*(?:as=["']?script|modulepreload)/.test(html), 'a preload').toBe(false);
    await page.addInitScript(() => {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => Object.assign(window, { secondFrame: performance.now() })),
      );
    });
    await open(page, chapter);
    const { secondFrame, scripts } = await page.evaluate(() => ({
      secondFrame: (window as unknown as { secondFrame: number }).secondFrame,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/js\/(?:runtime|main)/.test(name))
        .map(({ startTime }) => startTime),
    }));
    expect(scripts.length).toBeGreaterThan(1);
    for (const startTime of scripts) expect(startTime).toBeGreaterThan(secondFrame);
  });

  test('a tab opened in the background does not wait for a paint that will not come', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      window.requestAnimationFrame = () => 0;
    });
    const asked = page.waitForRequest(/\/assets\/js\/main/);
    await page.goto(chapter);
    await asked;
  });

  test('where neither scripts nor styles come, the home page names its base URL once', async ({
    page,
    problems,
  }) => {
    problems.allow(/ERR_FAILED/);
    const banner = page.locator('#__docusaurus-base-url-issue-banner');
    await open(page, '/');
    await expect(banner).toHaveCount(0);
    await page.route(/\/assets\//, (route) => route.abort());
    await page.reload();
    await expect(banner).toBeVisible();
    await expect(page.locator('h1')).toBeVisible();
  });
});
