/** A page's text is the server's HTML, and still does all that a reader expects of it. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { load } from 'cheerio';
import { expect, hydrated, navigate, open, test } from '../support/site';

const tabbed = '/chapters/chapter03-first-app';
const longest = '/chapters/chapter11-data-access';
const text = '.theme-doc-markdown';

/** A page's text in its built document, without white space. */
function builtText(path: string): string {
  const $ = load(readFileSync(`build${path}/index.html`, 'utf8'));
  return $(text).text().replace(/\s+/g, '');
}

const shownText = (page: Page): Promise<string> =>
  page.locator(text).evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const button of copy.querySelectorAll('button')) button.remove();
    return (copy.textContent ?? '').replace(/\s+/g, '');
  });

test('no script that a page loads carries its text, or what highlights code', async ({ page }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/js/')) scripts.add(pathname);
  });
  await open(page, longest);
  await page.waitForLoadState('networkidle');
  const code = [...scripts].map((path) => readFileSync(`build${path}`, 'utf8')).join('\n');
  expect(code.length).toBeGreaterThan(100_000);
  const sentence = load(readFileSync(`build${longest}/index.html`, 'utf8'))(`${text} > p`).first();
  const escaped = JSON.stringify(sentence.text().slice(0, 12)).slice(1, -1);
  expect(code.includes(escaped)).toBe(false);
  expect(code.includes('atrule'), 'a grammar of Prism').toBe(false);
});

test('the page that is opened keeps the elements the server sent', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const kept = document.querySelectorAll('.theme-doc-markdown > *');
      Object.assign(window, { kept: [...kept] });
    });
  });
  await open(page, longest);
  const { before, same } = await page.evaluate(() => {
    const { kept } = window as unknown as { kept: Element[] };
    return { before: kept.length, same: kept.filter(({ isConnected }) => isConnected).length };
  });
  expect(before).toBeGreaterThan(50);
  expect(same).toBe(before);
  expect(await shownText(page)).toBe(builtText(longest));
});

test('a link in the text changes the page without a reload, and brings its whole text', async ({
  page,
}) => {
  await open(page, '/');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const link = page.locator(`${text} a[href="${tabbed}"]`).first();
  await link.click();
  await expect(page).toHaveURL(tabbed);
  await expect.poll(() => shownText(page)).toBe(builtText(tabbed));
  await expect(page.locator('html')).toHaveClass(/docs-doc-id-chapters\/chapter03/);
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  await page.goBack();
  await expect(page.locator(`${text} a[href="${tabbed}"]`).first()).toBeVisible();
  await page.goForward();
  await expect.poll(() => shownText(page)).toBe(builtText(tabbed));
});

test('a change of page goes to the place its address names; a change of place asks for nothing', async ({
  page,
}) => {
  await open(page, '/');
  await navigate(page, `${longest}#summary`);
  await expect(page.locator('#summary')).toBeInViewport();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await navigate(page, `${longest}#exercises`);
  await expect(page).toHaveURL(/#exercises$/);
  await navigate(page, `${longest}?q=1`);
  await expect(page).toHaveURL(/\?q=1$/);
  expect(asked.filter((path) => path.startsWith(longest))).toEqual([]);
});

test('a text that a new edition has taken away costs one reload', async ({ page, problems }) => {
  problems.allow(/status of 404|no text/);
  await open(page, '/');
  const document = new RegExp(`${longest}/$`);
  await page.route(document, (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.fulfill({ status: 404 }),
  );
  const loaded = page.waitForEvent('domcontentloaded');
  await navigate(page, longest);
  await loaded;
  await hydrated(page);
  expect(await shownText(page)).toBe(builtText(longest));
});

test('tabs answer mouse and keyboard, change their group, and are remembered', async ({ page }) => {
  await open(page, tabbed);
  const sets = page.locator('[data-tabs="os"]');
  const chosen = sets.locator('[role="tab"][aria-selected="true"]');
  const count = await sets.count();
  expect(count).toBeGreaterThan(1);
  await sets.last().getByRole('tab', { name: 'Linux' }).click();
  await expect(chosen).toHaveText(Array(count).fill('Linux'));
  await expect(sets.first().locator('[role="tabpanel"]:not([hidden])')).toHaveCount(1);
  await page.reload();
  await hydrated(page);
  await expect(chosen).toHaveText(Array(count).fill('Linux'));
  await chosen.first().focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveText(Array(count).fill('macOS'));
});

test('a listing that comes near gets its buttons: copying gives the code, wrapping wraps it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 500, height: 800 });
  await open(page, longest);
  const listings = page.locator('.theme-code-block');
  const listing = page.locator('.markdown > div > .theme-code-block').last();
  await listing.scrollIntoViewIfNeeded();
  const code = await listing.locator('code').textContent();
  await listing.getByRole('button', { name: '复制代码到剪贴板' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  const wide = listings.filter({ has: page.getByRole('button', { name: '切换自动换行' }) }).first();
  await wide.getByRole('button', { name: '切换自动换行' }).click();
  await expect(wide.locator('code')).toHaveCSS('white-space', 'pre-wrap');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('folded answers open, and listings show no buttons', async ({ page }) => {
    await page.goto(tabbed);
    const answer = page.locator(`${text} details`).first();
    await answer.locator('summary').click();
    await expect(answer.locator('summary + div')).toBeVisible();
    await expect(page.locator(`${text} button`)).toHaveCount(0);
  });
});
