/** A page's text is the server's HTML, and still does all that a reader expects of it. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { load } from 'cheerio';
import { hold } from '../support/hold';
import { builtText, shownText, textSelector as text } from '../support/pageText';
import { bringListingsNear, layOutEverything, openPage } from '../support/reading';
import { expect, hydrated, navigate, open, test, quiet } from '../support/site';

const tabbed = '/chapters/chapter03-first-app';
const longest = '/chapters/chapter11-data-access';

test('no script that a page loads carries its text, or what highlights code', async ({ page }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/js/')) scripts.add(pathname);
  });
  await open(page, longest);
  await quiet(page);
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

test('a remembered tab above a place does not push it away, in a browser like Safari, too', async ({
  page,
}) => {
  const css = '* { overflow-anchor: none !important; content-visibility: visible !important }';
  await page.addInitScript((rule) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.head.append(Object.assign(document.createElement('style'), { textContent: rule }));
    });
  }, css);
  const place = page.locator('[id="summary"]');
  const topPx = async () => Math.round((await place.boundingBox())?.y ?? -1);
  await open(page, '/chapters/chapter02-environment#summary');
  const expectedPx = await topPx();
  await page.evaluate(() => localStorage.setItem('docusaurus.tab.os', 'macos'));
  await page.goto('/');
  await open(page, '/chapters/chapter02-environment#summary');
  await expect(page.locator('[data-tabs="os"] [aria-selected="true"]').first()).toHaveText('macOS');
  await expect.poll(topPx).toBe(expectedPx);
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

const wrapButtons = (page: Page): Locator => page.getByRole('button', { name: '切换自动换行' });

/** Whether each listing offers to wrap its lines, and whether they are too long for it. */
const wrapping = (page: Page): Promise<readonly { offered: boolean; needed: boolean }[]> =>
  page.locator(`${text} .theme-code-block`).evaluateAll((listings) =>
    listings
      .filter((listing) => listing.checkVisibility())
      .map((listing) => {
        const pre = listing.querySelector('pre');
        return {
          offered: listing.querySelector('[aria-label="切换自动换行"]') !== null,
          needed: pre !== null && pre.scrollWidth > pre.clientWidth,
        };
      }),
  );

/** Each listing that needs its button has it, and no other. */
async function expectOffersToFit(page: Page): Promise<void> {
  await expect
    .poll(async () => (await wrapping(page)).every(({ offered, needed }) => offered === needed))
    .toBe(true);
}

test('a listing offers to wrap its lines while the window is too narrow for them', async ({
  page,
}) => {
  await bringListingsNear(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, tabbed);
  await layOutEverything(page);
  await expectOffersToFit(page);
  const wide = await wrapButtons(page).count();
  // A phone upright, then turned, then a window of the first width.
  await page.setViewportSize({ width: 360, height: 780 });
  await expectOffersToFit(page);
  const upright = await wrapButtons(page).count();
  expect(upright).toBeGreaterThan(wide);
  await page.setViewportSize({ width: 780, height: 360 });
  await expectOffersToFit(page);
  expect(await wrapButtons(page).count()).toBeLessThan(upright);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectOffersToFit(page);
  expect(await wrapButtons(page).count()).toBe(wide);
});

test('a listing in a folded answer or another tab offers to wrap its lines once it shows', async ({
  page,
}) => {
  await bringListingsNear(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page, tabbed);
  await layOutEverything(page);
  await expectOffersToFit(page);
  const before = (await wrapping(page)).length;
  const answers = page.locator(`${text} details:not([open]) > summary`);
  await answers.evaluateAll((summaries) => {
    for (const summary of summaries) (summary as HTMLElement).click();
  });
  await expect(answers).toHaveCount(0);
  expect((await wrapping(page)).length).toBeGreaterThan(before);
  await expectOffersToFit(page);
  for (const name of ['Linux', 'Windows', 'macOS']) {
    await page.locator('[data-tabs="os"]').first().getByRole('tab', { name }).click();
    await expectOffersToFit(page);
  }
});

test('a wrapped listing keeps its button until its lines are as they were, and fit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await open(page, tabbed);
  const listing = page
    .locator('.theme-code-block')
    .filter({ has: wrapButtons(page) })
    .first();
  const button = listing.getByRole('button', { name: '切换自动换行' });
  const place = await listing.evaluate((found) =>
    Array.from(document.querySelectorAll('.theme-code-block')).indexOf(found),
  );
  const same = page.locator('.theme-code-block').nth(place);
  await button.click();
  await expect(same.locator('code')).toHaveCSS('white-space', 'pre-wrap');
  await expect(same.locator('code')).toHaveCSS('overflow-wrap', 'anywhere');
  await page.setViewportSize({ width: 1900, height: 780 });
  const wrap = same.getByRole('button', { name: '切换自动换行' });
  await expect(wrap).toBeAttached();
  await wrap.press('Enter');
  await expect(same.locator('code')).toHaveCSS('white-space', 'pre');
  await expect(wrap).toHaveCount(0);
});

/** How many functions listen to the window's size on a page, once its listings have their buttons. */
async function resizeListeners(page: Page, path: string): Promise<number> {
  await open(page, path);
  await expect(page.getByRole('button', { name: '复制代码到剪贴板' }).first()).toBeAttached();
  return page.evaluate(() => (window as unknown as { listening: Set<unknown> }).listening.size);
}

test('no listing listens to the window’s size, however many have their buttons', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const listening = new Set<unknown>();
    Object.assign(window, { listening });
    const { addEventListener, removeEventListener } = window;
    window.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      if (args[0] === 'resize') listening.add(args[1]);
      addEventListener.apply(window, args);
    };
    window.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      if (args[0] === 'resize') listening.delete(args[1]);
      removeEventListener.apply(window, args);
    };
  });
  const few = await resizeListeners(page, tabbed);
  expect(few).toBeGreaterThan(0);
  const buttons = await page.getByRole('button', { name: '复制代码到剪贴板' }).count();
  await bringListingsNear(page);
  const all = await resizeListeners(page, tabbed);
  await expect
    .poll(() => page.getByRole('button', { name: '复制代码到剪贴板' }).count())
    .toBeGreaterThan(buttons + 5);
  expect(all).toBe(few);
});

test('without ResizeObserver a listing whose lines are too long still offers to wrap them', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'ResizeObserver'));
  await page.setViewportSize({ width: 360, height: 780 });
  await open(page, tabbed);
  const button = wrapButtons(page).first();
  await button.click();
  await expect(page.locator('.theme-code-block code[style*="pre-wrap"]')).toHaveCount(1);
  await button.click();
  await expect(page.locator('.theme-code-block code[style*="pre-wrap"]')).toHaveCount(0);
  await expect(button).toBeAttached();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('folded answers open, and listings show no buttons', async ({ page }) => {
    await page.goto(tabbed);
    const answer = page.locator(`${text} details`).first();
    await answer.locator('summary').press('Enter');
    await expect(answer.locator('summary + div')).toBeVisible();
    await expect(page.locator(`${text} .theme-code-block button`)).toHaveCount(0);
  });
});

/** Waits for the frames in which what stands near the screen is laid out, or the reader taken to the line once more. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
  });

test.describe('on the way back', () => {
  test('a page that another one overtook before it was shown begins at its top', async ({
    page,
  }) => {
    await openPage(page, '/');
    const release = await hold(page, /chapter05-configuration\/$/);
    const map = page.locator('[data-book-map]');
    await map.scrollIntoViewIfNeeded();
    await map.locator('a[href="/chapters/chapter05-configuration"]').press('Enter');
    await expect(page).toHaveURL(/chapter05/);
    await map.locator('a[href="/chapters/chapter06-auto-configuration"]').press('Enter');
    await expect(page.locator('main h1')).toContainText('第 6 章');
    release();
    await page.goBack();
    await expect(page.locator('main h1')).toContainText('第 5 章');
    await settle(page);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  for (const [path, links] of [
    ['/chapters/chapter03-first-app', '.table-of-contents a'],
    ['/changes', '.markdown nav a'],
  ] as const) {
    test(`from an anchor of ${path} itself, the reader is where they were`, async ({ page }) => {
      await openPage(page, path);
      const line = page.locator(`${text} h2`).first();
      await line.evaluate((node) =>
        window.scrollBy({ top: node.getBoundingClientRect().top - 500, behavior: 'instant' }),
      );
      await settle(page);
      const top = (): Promise<number> =>
        line.evaluate((node) => Math.round(node.getBoundingClientRect().top));
      const before = await top();
      const link = page.locator(links).last();
      const anchor = (await link.getAttribute('href')) ?? '';
      await link.evaluate((node: HTMLElement) => node.click());
      await expect(page).toHaveURL(new RegExp(`${anchor}$`));
      await expect(line).not.toBeInViewport();
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await settle(page);
      expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
    });
  }

  test('what was unfolded is, and the line that was read stands where it stood', async ({
    page,
  }) => {
    await openPage(page, tabbed);
    const fold = page.locator(`${text} > details`).first();
    await fold.locator('> summary').click();
    await expect(fold.locator('> div')).toBeVisible();
    await fold.evaluate((node) =>
      window.scrollBy({ top: node.getBoundingClientRect().bottom - 300, behavior: 'instant' }),
    );
    await settle(page);
    const bottom = (): Promise<number> =>
      fold.evaluate((node) => node.getBoundingClientRect().bottom);
    const before = await bottom();
    await page.locator('.menu__link[href^="/chapters/chapter04"]').click();
    await expect(page.locator('main h1')).toContainText('第 4 章');
    await page.goBack();
    await expect(page.locator('main h1')).toContainText('第 3 章');
    await settle(page);
    await expect(fold).toHaveAttribute('open');
    // The browser scrolls by whole pixels.
    expect(Math.abs((await bottom()) - before)).toBeLessThan(1);
  });
});

test('the space bar chooses a tab, and does not scroll the page', async ({ page }) => {
  await openPage(page, tabbed);
  const tabs = page.locator('[data-tabs="os"]').first();
  await tabs.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('ArrowRight');
  const reached = tabs.locator('[role="tab"]:focus');
  // Listings that the focus brought near are laid out in the frames after.
  await settle(page);
  const before = await reached.boundingBox();
  await page.keyboard.press(' ');
  await expect(reached).toHaveAttribute('aria-selected', 'true');
  expect(await reached.boundingBox()).toEqual(before);
});

test('the link of a heading is called by the heading, once', async ({ page }) => {
  await openPage(page, longest);
  const link = page.locator(`${text} > h2 > .hash-link`).first();
  const heading = (await link.locator('..').textContent()) ?? '';
  await expect(link).toHaveAccessibleName(`${heading.replace('\u200b', '')}的直接链接`);
  await expect(link).not.toHaveAttribute('title');
});

test('who copies sentences does not copy what only stands beside them', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, longest);
  const copy = async (from: Locator): Promise<string> => {
    await from.evaluate((node) => {
      const range = document.createRange();
      range.setStartBefore(node);
      range.setEndAfter(node.nextElementSibling ?? node);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    });
    await page.keyboard.press('Control+c');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const proven = page.locator(`${text} > p`, { has: page.locator('[data-proof]') }).first();
  expect(await copy(proven)).not.toMatch(/[。；]证/);
  const heading = page.locator(`${text} > h2`).nth(1);
  await heading.hover();
  await expect(heading.locator('[data-report]')).toBeAttached();
  const copied = await copy(heading);
  expect(copied).not.toContain('报告错误');
  expect(copied).toContain('\n');
});
