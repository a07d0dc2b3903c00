/** Listings far from the screen are not laid out, and the reader does not notice. */
import type { Page } from '@playwright/test';
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
    for (const path of [`${longest}#summary`, '/appendix/faq#port-in-use']) {
      await open(page, path);
      const place = page.locator(`[id="${path.split('#')[1]}"]`);
      const top = (): Promise<number> =>
        place.evaluate((found) => found.getBoundingClientRect().top);
      await expect.poll(top).toBeGreaterThanOrEqual(0);
      expect(await top()).toBeLessThan(150);
    }
    await page.locator(`${listings} > div`).last().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await drawn(page)).at(-1)).toBe(true);
  });
}

test('all are printed', async ({ page }) => {
  await open(page, longest);
  await page.emulateMedia({ media: 'print' });
  expect((await drawn(page)).every((isDrawn) => isDrawn)).toBe(true);
});
