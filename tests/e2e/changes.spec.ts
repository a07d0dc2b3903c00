/** What changed in the book: the page that lists it, and the mark on sections that changed since they were read. */
import type { Page } from '@playwright/test';
import { changes, toldKinds, type ChangeKind } from '../../src/book/changes';
import { recordKey } from '../../src/reading/storage';
import { expect, test } from '../support/site';
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
  await expect(page.locator('main li', { hasText: '去看' })).toHaveCount(told.length);
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
