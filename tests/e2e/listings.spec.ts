/** Listings far from the screen are not laid out, and the reader does not notice. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { load } from 'cheerio';
import { layOutEverything } from '../support/reading';
import { expect, open, test } from '../support/site';

const longest = '/chapters/chapter11-data-access';
const listings = '.markdown > [data-kind]';

const drawn = (page: Page): Promise<readonly boolean[]> =>
  page
    // Asked of what stands in the listing: the listing itself is drawn, only what is in it is not.
    .locator(`${listings} > div`)
    .evaluateAll((all) => all.map((one) => one.checkVisibility({ contentVisibilityAuto: true })));

const heights = (page: Page): Promise<readonly number[]> =>
  page
    .locator(listings)
    .evaluateAll((all) => all.map((listing) => listing.getBoundingClientRect().height));

/** By how much a title of one line more or less than expected makes a listing differ, in px. */
const titleLine = 28;

for (const [width, height] of [
  [1280, 800],
  [640, 450],
  [360, 740],
] as const) {
  test(`listings keep the room they will take, but for lines of a title: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, longest);
    expect((await drawn(page)).filter((isDrawn) => !isDrawn).length).toBeGreaterThan(20);
    const reserved = await heights(page);
    await layOutEverything(page);
    expect((await drawn(page)).every((isDrawn) => isDrawn)).toBe(true);
    const wrong = (await heights(page))
      .map((real, index) => ({ index, real, reserved: reserved[index] ?? 0 }))
      .filter((listing) => Math.abs(listing.real - listing.reserved) > titleLine);
    expect(wrong).toEqual([]);
  });

  test(`one is drawn when the reader comes, and an address leads to its place: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const path of [
      `${longest}#summary`,
      '/appendix/best-practices#expand-contract',
      '/changes#chapter29-blog-practical',
      '/appendix/faq#port-in-use',
      '/appendix/faq#kustomize-no-file',
    ]) {
      await open(page, path);
      const place = page.locator(`[id="${path.split('#')[1]}"]`);
      const top = (): Promise<number> =>
        place.evaluate((found) => found.getBoundingClientRect().top);
      await expect.poll(top, path).toBeGreaterThanOrEqual(0);
      expect(await top(), path).toBeLessThan(150);
    }
    await page.locator(`${listings} > div`).last().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await drawn(page)).at(-1)).toBe(true);
  });
}

const errorIndex = '/appendix/faq';

/** What reaches out of its section, which would cut it off. */
const cutOff = (page: Page): Promise<readonly string[]> =>
  page.locator('[data-section]').evaluateAll((sections) =>
    sections.flatMap((section) => {
      const { left, right } = section.getBoundingClientRect();
      return [...section.querySelectorAll(':scope > *')]
        .filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width > 0 && (box.left < left - 0.5 || box.right > right + 0.5);
        })
        .map((one) => one.outerHTML.slice(0, 80));
    }),
  );

for (const [path, atLeast] of [
  [errorIndex, 300],
  ['/appendix/best-practices', 40],
  ['/changes', 30],
] as const) {
  test(`of a long page only the sections near the screen are laid out, the rest as it comes, and none cuts anything off: ${path}`, async ({
    page,
  }) => {
    await open(page, path);
    // What stands below the heading: the section itself is laid out, only what is in it is not.
    const sections = page.locator('[data-section] > :nth-child(2)');
    const laidOut = (): Promise<number> =>
      sections.evaluateAll(
        (all) => all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length,
      );
    const number = await sections.count();
    expect(number).toBeGreaterThanOrEqual(atLeast);
    expect(await laidOut()).toBeLessThan(number / 5);
    const last = sections.last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await page.emulateMedia({ media: 'print' });
    // What is laid out is decided anew with the next frame.
    await expect.poll(laidOut).toBe(number);
    await page.emulateMedia({ media: 'screen' });
    await layOutEverything(page);
    expect(await cutOff(page), 'cut off by its section').toEqual([]);
  });
}

test('the table of contents of the error index names the topics, not three hundred messages', () => {
  const $ = load(readFileSync(`build${errorIndex}/index.html`, 'utf8'));
  const topics = $('.markdown h2').length;
  expect(topics).toBeGreaterThan(0);
  expect($('.theme-doc-toc-desktop a.table-of-contents__link')).toHaveLength(topics);
});

test('all are printed', async ({ page }) => {
  await open(page, longest);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(async () => (await drawn(page)).every((isDrawn) => isDrawn)).toBe(true);
});
