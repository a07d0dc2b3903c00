/** What Docusaurus gets wrong, and this site does not: odd addresses, odd browsers, lost networks. */
import type { Page, Request } from '@playwright/test';
import { hold } from '../support/hold';
import { writtenChapters } from '../../src/book/pages';
import { strictUrl } from '../support/settings';
import { expect, hydrated, navigate, open, test, quiet } from '../support/site';

const chapter = `/chapters/${writtenChapters()[0]?.id}`;
const faq = '/appendix/faq';
const notice = (page: Page) => page.getByRole('status').filter({ hasText: '网络不通' });

/** Code of pages: what is fetched only when a page is visited. */
const pageCode = /\/assets\/js\/(?!main|runtime)[^/]+\.js$/;

/** Keeps a page from prefetching, as a browser on a metered connection does. */
async function withoutPrefetch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      configurable: true,
      value: { effectiveType: '4g', saveData: true },
    });
  });
}

/** Adds a marker that a reload of the document would lose. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { stayed: true }));
}

const stayed = (page: Page): Promise<boolean> => page.evaluate(() => 'stayed' in window);

/** The reader's place in the history; the Navigation API is not in TypeScript's DOM types yet. */
const place = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      (window as unknown as { navigation: { currentEntry: { index: number } } }).navigation
        .currentEntry.index,
  );

test.describe('malformed hash', () => {
  for (const hash of ['#50%', '#%E0%A4%A']) {
    test(`${hash} is ignored on arrival, on a link in the page, and on a link to another page`, async ({
      page,
    }) => {
      await open(page, `/${hash}`);
      const heading = await page.locator('h1').innerText();
      await page.evaluate((target) => (window.location.hash = target), hash.slice(1) + '!');
      await navigate(page, chapter + hash);
      await expect(page.locator('h1')).not.toHaveText(heading);
      await page.evaluate((target) => (window.location.hash = target), hash.slice(1));
      await page.goBack();
      await page.goBack();
      await expect(page.locator('h1')).toHaveText(heading);
      await expect(page.getByText('This page crashed')).toHaveCount(0);
    });
  }
});

for (const [name, connection] of Object.entries({
  'without effectiveType': {},
  'with a null effectiveType': { effectiveType: null, saveData: false },
})) {
  test(`a connection ${name} neither throws nor stops prefetching`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(Navigator.prototype, 'connection', {
        configurable: true,
        get: () => value,
      });
    }, connection);
    await open(page, '/');
    await expect(page.locator('link[rel="prefetch"]').first()).toBeAttached();
  });
}

test.describe('storage that throws on every access', () => {
  for (const kind of ['property', 'methods']) {
    test(`${kind}: the page works and colours still change`, async ({ page, problems }) => {
      problems.allow(/Docusaurus (browser storage is not available|storage error)/);
      await page.addInitScript((broken) => {
        const refuse = () => {
          throw new DOMException('blocked', 'SecurityError');
        };
        if (broken === 'property') {
          for (const name of ['localStorage', 'sessionStorage']) {
            Object.defineProperty(window, name, { configurable: true, get: refuse });
          }
        } else {
          for (const name of ['getItem', 'setItem', 'removeItem', 'key'] as const) {
            Storage.prototype[name] = refuse;
          }
        }
      }, kind);
      await open(page, '/');
      await page.getByRole('button', { name: /切换浅色\/暗黑模式/ }).click();
      await page.getByRole('button', { name: /切换浅色\/暗黑模式/ }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await navigate(page, chapter);
      await expect(page).toHaveURL(chapter);
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    });
  }
});

test.describe('offline', () => {
  test.beforeEach(async ({ page, problems }) => {
    problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Loading chunk|ChunkLoadError/);
    await withoutPrefetch(page);
  });

  test('a page not fetched before leaves the reader where they are, and says so', async ({
    page,
    context,
  }) => {
    await open(page, chapter);
    await mark(page);
    const heading = await page.locator('h1').innerText();
    await page.evaluate(() => {
      document.body.style.minHeight = '3000px';
      window.scrollTo({ top: 600, behavior: 'instant' });
    });
    await context.setOffline(true);
    await navigate(page, faq);
    await expect(notice(page)).toBeVisible();
    await expect(page).toHaveURL(chapter);
    await expect(page.locator('h1')).toHaveText(heading);
    expect(await page.evaluate(() => window.scrollY)).toBe(600);
    expect(await stayed(page)).toBe(true);
    await expect(page.locator('#nprogress')).toHaveCount(0);

    await page.getByRole('button', { name: '知道了' }).click();
    await expect(notice(page)).toHaveCount(0);
  });

  test('a link to such a page leaves the reader at the same place of the history', async ({
    page,
    context,
  }) => {
    await open(page, faq);
    await open(page, '/');
    const before = await place(page);
    await context.setOffline(true);
    await page.locator('a.pagination-nav__link--next').click();
    await expect(notice(page)).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect.poll(() => place(page)).toBe(before);
  });

  test('once the network is back the same link opens the page', async ({ page, context }) => {
    await open(page, chapter);
    await context.setOffline(true);
    await navigate(page, faq);
    await expect(notice(page)).toBeVisible();
    await context.setOffline(false);
    await navigate(page, faq);
    await expect(page).toHaveURL(new RegExp(`${faq}/?$`));
    await expect(page).toHaveTitle(/报错/);
    await hydrated(page);
    await expect(notice(page)).toHaveCount(0);
  });

  test('two links followed one after the other leave the reader there, too', async ({ page }) => {
    await open(page, faq);
    await open(page, '/');
    const before = await place(page);
    await mark(page);
    let lose = () => {};
    const lost = new Promise<void>((resolve) => (lose = resolve));
    let hangUp = () => {};
    const hungUp = new Promise<void>((resolve) => (hangUp = resolve));
    const asking = new Set<Request>();
    page.on('request', (request) => pageCode.test(request.url()) && asking.add(request));
    page.on('requestfailed', (request) => asking.delete(request));
    await page.route('**', async (route) => {
      await (route.request().method() === 'HEAD' ? hungUp : lost);
      await route.abort('internetdisconnected');
    });
    for (const link of ['a.pagination-nav__link--next', `main a[href="${faq}"]`]) {
      const asked = page.waitForRequest(pageCode);
      await page.locator(link).first().click();
      await asked;
    }
    lose();
    // A page's code is several files: they fail together, and are one failure.
    await expect.poll(() => asking.size).toBe(0);
    hangUp();
    await expect(notice(page)).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect.poll(() => place(page)).toBe(before);
    expect(await stayed(page)).toBe(true);
  });

  test('going back to a page not fetched keeps the page, too', async ({ page, context }) => {
    await open(page, '/');
    const homeHeading = await page.locator('h1').innerText();
    await open(page, faq);
    await open(page, chapter);
    await navigate(page, '/');
    // The address changes first; until the page has come, the one to keep is the chapter.
    await expect(page.locator('h1')).toHaveText(homeHeading);
    // The document was loaded on the chapter, so the faq's code is not here; a link leads there.
    await mark(page);
    await context.setOffline(true);
    await page.evaluate((path) => {
      window.history.replaceState({}, '', path);
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, faq);
    await expect(notice(page)).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await stayed(page)).toBe(true);
  });

  test('a page fetched before opens', async ({ page, context }) => {
    await open(page, chapter);
    await navigate(page, faq);
    await expect(page).toHaveTitle(/报错/);
    await navigate(page, chapter);
    await expect(page).not.toHaveTitle(/报错/);
    await context.setOffline(true);
    await navigate(page, faq);
    await expect(page).toHaveTitle(/报错/);
    await expect(notice(page)).toHaveCount(0);
  });
});

test('code that a new edition has replaced costs exactly one reload and shows the right page', async ({
  page,
  problems,
}) => {
  problems.allow(/status of 404|Loading chunk|ChunkLoadError|MIME type/);
  await withoutPrefetch(page);
  await open(page, strictUrl + chapter);
  let gone = true;
  await page.route(pageCode, (route) =>
    gone ? route.fulfill({ status: 404, contentType: 'text/html' }) : route.continue(),
  );
  let documents = 0;
  page.on('domcontentloaded', () => (documents += 1));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) gone = false;
  });
  await navigate(page, faq);
  await expect(page).toHaveTitle(/报错/);
  await hydrated(page);
  expect(new URL(page.url()).pathname).toMatch(/^\/appendix\/faq\/?$/);
  expect(documents).toBe(1);
});

test('code that stays missing leaves the page readable and does not loop', async ({
  page,
  problems,
}) => {
  problems.allow(/status of 404|Loading chunk|ChunkLoadError|MIME type|uncaught/);
  await page.route(pageCode, (route) => route.fulfill({ status: 404, contentType: 'text/html' }));
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.goto(chapter);
  await quiet(page);
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('article')).toContainText(/\S/);
  expect(documents).toBe(1);
});

test('while the next page is slow the old one stays, under a progress bar without spinner', async ({
  page,
}) => {
  await withoutPrefetch(page);
  await open(page, chapter);
  const heading = await page.locator('h1').innerText();
  const release = await hold(page, pageCode);
  await navigate(page, faq);
  await expect(page.locator('#nprogress .bar')).toBeAttached();
  await expect(page.locator('#nprogress .spinner')).toHaveCount(0);
  await expect(page.locator('h1')).toHaveText(heading);
  release();
  await expect(page).toHaveTitle(/报错/);
  await expect(page.locator('#nprogress')).toHaveCount(0);
});

test('the progress bar comes 200 ms after a change of path, and not for a change of query', async ({
  page,
}) => {
  await withoutPrefetch(page);
  await page.clock.install();
  await open(page, chapter);
  await page.clock.pauseAt(Date.now() + 60_000);
  const bar = page.locator('#nprogress');
  await navigate(page, `${chapter}?q=1#top`);
  await page.clock.runFor(1000);
  await expect(bar).toHaveCount(0);
  const release = await hold(page, pageCode);
  const asked = page.waitForRequest(pageCode);
  await navigate(page, faq);
  await asked;
  await page.clock.runFor(190);
  await expect(bar).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(bar).toHaveCount(1);
  release();
  await page.clock.resume();
  await expect(page).toHaveTitle(/报错/);
  await expect(bar).toHaveCount(0);
});

test('a slow page overtaken by another never replaces it, and no page is blank in between', async ({
  page,
}) => {
  await withoutPrefetch(page);
  await open(page, chapter);
  const release = await hold(page, pageCode);
  await page.evaluate(() => {
    const record = { blank: false };
    Object.assign(window, { record });
    new MutationObserver(() => {
      if (!document.querySelector('h1')) record.blank = true;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await navigate(page, faq);
  await navigate(page, '/');
  await navigate(page, chapter);
  await navigate(page, '/');
  release();
  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).toHaveClass(/docs-doc-id-intro/);
  await expect(page.locator('#nprogress')).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { record: object }).record)).toEqual({
    blank: false,
  });
});

test('a quick second navigation leaves no progress bar behind', async ({ page }) => {
  await withoutPrefetch(page);
  await page.clock.install();
  await open(page, chapter);
  const release = await hold(page, pageCode);
  await navigate(page, faq);
  await navigate(page, chapter);
  await expect(page).toHaveURL(chapter);
  await page.clock.runFor(1000);
  await page.clock.runFor(1000);
  await expect(page.locator('#nprogress')).toHaveCount(0);
  release();
});
