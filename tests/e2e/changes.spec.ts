/** What changed in the book: the page that lists it, and the mark on sections that changed since they were read. */
import type { Page } from '@playwright/test';
import { changes, recentFrom, toldKinds, type ChangeKind } from '../../src/book/changes';
import { recordKey } from '../../src/reading/storage';
import { expect, hydrated, test } from '../support/site';
import { openPage } from '../support/reading';

/** Place of the newest change of a section of a chapter among those of some kinds. */
const newest = (wanted: (kind: ChangeKind) => boolean): number =>
  Math.max(
    ...changes.map(({ page, section, kind }, i) =>
      page.startsWith('chapter') && section && wanted(kind) ? i : -1,
    ),
  );

/** A change of a section in the book as it is that a reader should know of. */
const place = newest((kind) => kind !== 'reworded');
const { page: id = '', section = '' } = changes[place] ?? {};
const path = `/chapters/${id}`;

const remember = (page: Page, seen: Readonly<Record<string, number>>): Promise<void> =>
  page.evaluate(([key, record]) => localStorage.setItem(key, record), [
    recordKey,
    JSON.stringify({ off: false, read: [], seen }),
  ] as const);

const markOf = (page: Page): Promise<string> =>
  page
    .locator(`.markdown [id="${section}"]`)
    .evaluate((node) => getComputedStyle(node, '::after').content);

test('the list tells what was false, with a way to its section, and counts what was added or only reads better', async ({
  page,
}) => {
  await openPage(page, '/changes');
  const told = changes.filter(({ kind }) => toldKinds.includes(kind));
  const text = (await page.locator('main').textContent()) ?? '';
  expect(told.filter((one) => !text.includes(one.text.replaceAll('`', '')))).toEqual([]);
  // Those of a section and day stand together, and so do all of a section long past, with one link.
  const together = new Set(
    told.map(({ page: id, kind, date, section: of }) =>
      [id, kind, date < recentFrom ? '' : date, of].join(),
    ),
  );
  await expect(page.locator('main li', { hasText: '去看' })).toHaveCount(together.size);
  const counts = await page.getByText(/(补充|换了说法) \d+ 处/).allTextContents();
  const counted = counts
    .flatMap((text) => text.match(/\d+(?= 处)/g) ?? [])
    .reduce((sum, number) => sum + Number(number), 0);
  expect(counted).toBe(changes.length - told.length);
  const { page: mended = '', section: anchor = '' } =
    changes[newest((kind) => toldKinds.includes(kind))] ?? {};
  await page.locator(`main a[href="/chapters/${mended}#${anchor}"]`).first().click();
  await expect(page.locator(`.markdown [id="${anchor}"]`)).toBeInViewport();
});

test('from the top of the list a reader jumps to the changes of a chapter', async ({ page }) => {
  await openPage(page, '/changes');
  const jump = page.getByRole('navigation', { name: '跳到一章的改动' }).getByRole('link').last();
  const title = (await jump.textContent()) ?? '';
  await jump.click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeInViewport();
});

test('a section that changed since it was read carries a mark, until it is read again', async ({
  page,
}) => {
  await openPage(page, '/');
  await remember(page, { [path]: place });
  await openPage(page, path);
  await expect.poll(() => markOf(page)).toContain('改过');
  // Reading notes how far the list went by now.
  await page
    .locator('.markdown h2[id]')
    .nth(1)
    .evaluate((node) => node.scrollIntoView());
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), recordKey))
    .toContain(`"${path}":${place + 1}`);
  await openPage(page, path);
  expect(await markOf(page)).not.toContain('改过');
});

test('who has not read the chapter sees no mark', async ({ page }) => {
  await openPage(page, '/');
  await remember(page, { '/chapters/chapter00-preface': 0 });
  await openPage(page, path);
  await expect(page.locator('[data-changed]').first()).toBeAttached();
  expect(await markOf(page)).not.toContain('改过');
});

test('who comes by a link sees the marks of sections far down, too, which come after the first screens', async ({
  page,
}) => {
  // The one with the most changes; whatever is marked below its first screens was put in later.
  const counted = new Map<string, number>();
  for (const one of changes.filter(({ kind, section }) => kind !== 'reworded' && section)) {
    if (one.page.startsWith('chapter')) counted.set(one.page, (counted.get(one.page) ?? 0) + 1);
  }
  const [most = ''] = [...counted].sort(([, a], [, b]) => b - a)[0] ?? [];
  await openPage(page, '/');
  await remember(page, { [`/chapters/${most}`]: 0 });
  await page.locator(`[data-book-map] a[href="/chapters/${most}"]`).click();
  await expect(page.locator('[data-chapter-end]')).toBeAttached();
  expect(await page.locator('[data-changed]').count()).toBeGreaterThan(2);
  await expect(page.locator('[data-changed]:not([data-changed-since])')).toHaveCount(0);
});

test('who scrolls before the page’s scripts have all come sees the marks all the same', async ({
  page,
}) => {
  await openPage(page, '/');
  await remember(page, { [path]: place });
  // The page's own; what all pages share is there, and what notes the place.
  const own = /\/assets\/js\/(?!.*main)/;
  let asked = false;
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(own, async (route) => {
    if (!asked) {
      asked = true;
      await held;
    }
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => asked).toBe(true);
  await page
    .locator('.markdown h2[id]')
    .nth(1)
    .evaluate((node) => node.scrollIntoView());
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), recordKey))
    .toContain(`"${path}":${place + 1}`);
  release();
  await hydrated(page);
  expect(await markOf(page)).toContain('改过');
});
