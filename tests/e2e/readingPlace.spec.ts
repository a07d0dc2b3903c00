/** The reader's place: noted while reading, offered on the home page, marked in the lists, and the reader's to clear. */
import type { Locator, Page } from '@playwright/test';
import { recordKey } from '../../src/reading/storage';
import { expect, hydrated, open, test, quiet } from '../support/site';
import { openPage } from '../support/reading';

const chapter = '/chapters/chapter00-preface';
const startLine = '[data-start-line]';

const recordOf = (page: Page): Promise<string> =>
  page.evaluate((key) => localStorage.getItem(key) ?? '', recordKey);

/** What a browser draws behind an element. */
const behind = (element: Locator): Promise<string> =>
  element.evaluate((node) => getComputedStyle(node, '::after').content);

/** Scrolls to an element as a reader does, and waits until the place is noted. */
async function readUpTo(page: Page, selector: string, noted: RegExp): Promise<void> {
  await page.locator(selector).evaluate((node) => node.scrollIntoView({ block: 'start' }));
  await expect.poll(() => recordOf(page)).toMatch(noted);
}

test('the home page leads back to the section that was read last', async ({ page }) => {
  await openPage(page, '/');
  await expect(page.locator(startLine)).toContainText('第一次来');
  await openPage(page, chapter);
  const heading = page.locator('.markdown h2[id]').nth(2);
  const anchor = (await heading.getAttribute('id')) ?? '';
  const words = (await heading.innerText()).replace(/\u200b/g, '').trim();
  await readUpTo(page, `.markdown h2#${anchor}`, new RegExp(`"anchor":"${anchor}"`));
  await openPage(page, '/');
  const back = page.locator(startLine).getByRole('link', { name: `第 0 章“${words}”` });
  await expect(page.locator(startLine)).toContainText('继续读：');
  await back.click();
  await expect(page).toHaveURL(new RegExp(`${chapter}#${anchor}$`));
  await expect(page.locator(`h2#${anchor}`)).toBeInViewport();
});

test('a chapter read to its end is marked in the sidebar and on the map, at once and later', async ({
  page,
}) => {
  await openPage(page, chapter);
  const inSidebar = page.locator(`.theme-doc-sidebar-container .menu__link[href="${chapter}"]`);
  expect(await behind(inSidebar)).toBe('none');
  await readUpTo(page, '[data-chapter-end]', /"read":\["/);
  await expect.poll(() => behind(inSidebar)).toContain('✓');
  await openPage(page, '/');
  await expect
    .poll(() => behind(page.locator(`[data-book-map] a[href="${chapter}"]`)))
    .toContain('✓');
  const other = page.locator('[data-book-map] a[href="/chapters/chapter01-introduction"]');
  expect(await behind(other)).toBe('none');
});

test('while the next page is on its way, what is read is still the page on the screen', async ({
  page,
}) => {
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/chapters/chapter01-introduction/', async (route) => {
    await held;
    await route.continue();
  });
  await openPage(page, chapter);
  await readUpTo(page, '[data-chapter-end]', /"read":\["/);
  await page.locator('[data-chapter-end] a').click();
  await expect(page).toHaveURL(/chapter01-introduction$/);
  await page.evaluate((key) => localStorage.removeItem(key), recordKey);
  await page.mouse.wheel(0, -40);
  await expect.poll(() => recordOf(page)).not.toBe('');
  expect(await recordOf(page)).not.toContain('chapter01');
  expect(await recordOf(page)).toContain(`"path":"${chapter}","chapter":"第 0 章"`);
  answer();
  await expect(page.locator('main h1')).toContainText('第 1 章');
});

test('the way back takes the place of the way in, and moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openPage(page, '/');
  // From the line itself, both read at once: an ad above them may just be going.
  const topOf = (): Promise<number> =>
    page.evaluate((line) => {
      const [top = 0, below = 0] = [line, 'h2#why'].map(
        (selector) => document.querySelector(selector)?.getBoundingClientRect().top,
      );
      return Math.round(below - top);
    }, startLine);
  const before = await topOf();
  await page.evaluate((key) => {
    const last = {
      path: '/chapters/chapter14-message-queue',
      chapter: '第 14 章',
      section: '很长的标题'.repeat(9),
      anchor: 'x',
    };
    localStorage.setItem(key, JSON.stringify({ off: false, read: [], last }));
  }, recordKey);
  await openPage(page, '/');
  await expect(page.locator(startLine)).toContainText('继续读：');
  expect(await topOf()).toBe(before);
});

test('one click clears the record, another stops it for good, and a third begins anew', async ({
  page,
}) => {
  await openPage(page, chapter);
  await readUpTo(page, '[data-chapter-end]', /"read":\["/);
  await openPage(page, '/');
  const controls = page.locator('[data-reading-controls]');
  await controls.getByRole('button', { name: '清除记录' }).click();
  await expect(controls.getByRole('status')).toHaveText('已清除。');
  await expect(page.locator(startLine)).toContainText('第一次来');
  expect(await recordOf(page)).toBe('');
  await controls.getByRole('button', { name: '不再记录' }).click();
  await expect(controls.getByRole('status')).toContainText('以后不再记录');
  await openPage(page, chapter);
  const fetched = page.waitForRequest(/\.js$/);
  await page.locator('[data-chapter-end]').evaluate((node) => node.scrollIntoView());
  await fetched.catch(() => undefined);
  await openPage(page, '/');
  expect(await recordOf(page)).toBe('{"off":true,"read":[],"seen":{}}');
  await controls.getByRole('button', { name: '重新开始记录' }).click();
  await expect(controls.getByRole('status')).toContainText('重新记录');
  await openPage(page, chapter);
  await readUpTo(page, '[data-chapter-end]', /"read":\["/);
});

test('storage that throws is not noticed', async ({ page, problems }) => {
  // Docusaurus's own.
  problems.allow(/Docusaurus browser storage is not available/);
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
  await page.clock.install();
  await page.route(/googlesyndication/, (route) => route.abort());
  await open(page, chapter);
  await page.locator('[data-chapter-end]').evaluate((node) => node.scrollIntoView());
  await page.clock.fastForward(2000);
  await open(page, '/');
  await expect(page.locator(startLine)).toContainText('第一次来');
});

test('what notes the place is fetched when reading begins, not with the page', async ({ page }) => {
  await openPage(page, chapter);
  await quiet(page);
  const fetched = page.waitForRequest(/\/assets\/js\/.*\.js$/);
  await page.mouse.wheel(0, 800);
  await fetched;
});

test('a click that an extension sends to the page as a whole does no harm', async ({ page }) => {
  await openPage(page, chapter);
  await page.evaluate(() => document.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  // Had it thrown, the page would have said so.
  await expect(page.locator('main h1')).toBeVisible();
});

test('closing a tab that was read earlier does not take the place of what was read since', async ({
  page,
  context,
}) => {
  await openPage(page, chapter);
  await readUpTo(page, '[data-chapter-end]', /chapter00/);
  const other = await context.newPage();
  await openPage(other, '/chapters/chapter01-introduction');
  await readUpTo(other, '[data-chapter-end]', /"last":{"path":"[^"]*chapter01/);
  await openPage(page, '/');
  expect(await recordOf(page)).toMatch(/"last":{"path":"[^"]*chapter01/);
  await page.getByRole('button', { name: '清除记录' }).click();
  await expect.poll(() => recordOf(page)).toBe('');
  await openPage(other, '/');
  expect(await recordOf(other)).toBe('');
});

test('a wish while the page’s scripts are still coming is done once', async ({ page }) => {
  await page.route(/googlesyndication/, (route) => route.abort());
  // The page's own script; what all pages share is there, and answers.
  let asked = false;
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/assets\/js\/(?!.*main)/, async (route) => {
    if (!asked) {
      asked = true;
      await held;
    }
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect.poll(() => asked).toBe(true);
  const controls = page.locator('[data-reading-controls]');
  await controls.getByRole('button', { name: '不再记录' }).click();
  await expect(controls.getByRole('status')).toContainText('以后不再记录');
  release();
  await hydrated(page);
  await quiet(page);
  await expect(controls.getByRole('status')).toContainText('以后不再记录');
  expect(await recordOf(page)).toContain('"off":true');
});

test('what could not be fetched to note the place is fetched with the next page', async ({
  page,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  await openPage(page, chapter);
  await quiet(page);
  const scripts = /\/assets\/js\//;
  await page.route(scripts, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => scripts.test(request.url()));
  await page.mouse.wheel(0, 800);
  await failed;
  await page.unroute(scripts);
  await page.locator('[data-chapter-end] a').click();
  await expect(page.locator('main h1')).toContainText('第 1 章');
  await readUpTo(page, '[data-chapter-end]', /"read":\[".*chapter01/);
});
