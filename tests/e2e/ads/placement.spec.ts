/** Where ads stand, what the build writes, and the site without any ad. Case 17 and case 22's part for ads. */
import { readFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from '../../support/axe';
import { expect, fakeAds, hydrated, paths, serveAdFree, siteUrl, test } from './adPage';

const adRequest = /googlesyndication|doubleclick|adservice/;

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('a doc page has a top, a bottom and a sidebar ad, each with its unit', async ({ ads }) => {
    await ads.prepare(fakeAds({}, { status: 'filled' }));
    await ads.load(paths.chapter, 'pageTop');
    await ads.requested('sidebar');
    await ads.slot('pageBottom').scrollIntoViewIfNeeded();
    await ads.requested('pageBottom');
    await expect(ads.slots).toHaveCount(3);
    for (const [slot, id, heightPx] of [
      ['pageTop', '1000000001', 90],
      ['pageBottom', '1000000002', 90],
      ['sidebar', '1000000003', 250],
    ] as const) {
      await expect(ads.ins(slot)).toHaveAttribute('data-ad-client', 'ca-pub-0000000000000000');
      await expect(ads.ins(slot)).toHaveAttribute('data-ad-slot', id);
      await expect(ads.ins(slot)).toHaveCSS('height', `${heightPx}px`);
      await expect(ads.slot(slot)).toHaveRole('complementary');
      await expect(ads.slot(slot)).toHaveAccessibleName(/广告/);
    }
  });

  test('the home page has its own top ad instead of the pages’ one', async ({ ads }) => {
    await ads.prepare(fakeAds());
    await ads.load(paths.home, 'homePage');
    await expect(ads.slot('homePage')).toHaveCount(1);
    await expect(ads.slot('pageTop')).toHaveCount(0);
    await expect(ads.slot('pageBottom')).toHaveCount(1);
  });

  test('the close button stands apart from the ad and is large enough', async ({ ads }) => {
    await ads.prepare(fakeAds({}, { status: 'filled' }));
    await ads.load(paths.chapter, 'pageTop');
    const button = await ads.page.getByRole('button', { name: '关闭广告' }).boundingBox();
    const ad = await ads.ins('pageTop').boundingBox();
    if (!button || !ad) throw new Error('the slot is not visible');
    expect(ad.y - (button.y + button.height)).toBeGreaterThanOrEqual(8);
    expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(24);
    await expect(ads.page.getByRole('button', { name: '关闭广告' })).toHaveCount(1);
  });

  test('the sidebar ad never overlaps the table of contents', async ({ ads }) => {
    await ads.prepare(fakeAds({}, { status: 'filled' }));
    await ads.load(paths.chapter, 'sidebar');
    const contents = await ads.page.locator('.theme-doc-toc-desktop').boundingBox();
    const ad = await ads.slot('sidebar').boundingBox();
    if (!contents || !ad) throw new Error('the column is not visible');
    expect(ad.y).toBeGreaterThanOrEqual(contents.y + contents.height);
  });

  test('axe finds nothing to mend around the ads', async ({ ads }) => {
    await ads.prepare(fakeAds({}, { status: 'filled' }));
    await ads.load(paths.chapter, 'sidebar');
    // axe waits by timers.
    await ads.page.clock.resume();
    expect(await violations(ads.page, 'all', { within: 'aside[data-slot]' })).toEqual([]);
  });

  test('the skip link stays the first thing the keyboard reaches', async ({ ads }) => {
    await ads.prepare(fakeAds());
    await ads.load(paths.chapter, 'pageTop');
    await ads.page.keyboard.press('Tab');
    await expect(ads.page.getByRole('link', { name: '跳到主要内容' })).toBeFocused();
    expect(
      await ads.page.evaluate(() => {
        const main = document.querySelector('main');
        return Array.from(document.querySelectorAll('aside[data-slot]')).every((slot) =>
          main?.contains(slot),
        );
      }),
    ).toBe(true);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test('no sidebar ad is shown or asked for', async ({ ads }) => {
    await ads.prepare(fakeAds({}, { status: 'filled' }));
    await ads.load(paths.chapter, 'pageTop');
    await ads.page.clock.runFor(3000);
    await expect(ads.slot('sidebar')).toHaveCount(0);
    const { pushes, live } = await ads.counts();
    expect(pushes).toBe(live);
  });

  test('the bottom ad waits until the reader comes near', async ({ ads }) => {
    // Long enough for any screen, whatever the page's own length.
    await ads.addStyle('article { min-height: 3000px }');
    await ads.prepare(fakeAds({}, { status: 'filled' }));
    await ads.load(paths.chapter, 'pageTop');
    await ads.page.clock.runFor(3000);
    await expect(ads.slot('pageBottom')).toHaveAttribute('data-state', 'placeholder');
    expect((await ads.counts()).pushes).toBe(1);
    await ads.slot('pageBottom').scrollIntoViewIfNeeded();
    await ads.requested('pageBottom');
    expect((await ads.counts()).pushes).toBe(2);
  });
});

for (const [name, path] of [
  ['the not-found page', '/no/such/page'],
  ['the category page', paths.category],
] as const) {
  test(`${name} has no ad and asks for none`, async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.route(adRequest, (route) => route.abort());
    await page.clock.install();
    await page.goto(path);
    await hydrated(page);
    await page.clock.runFor(6000);
    await expect(page.locator('aside[data-slot], ins')).toHaveCount(0);
    expect(requests.filter((url) => adRequest.test(url))).toEqual([]);
  });
}

test('the script is asked for asynchronously, anonymously and with the client id', async ({
  ads,
}) => {
  await ads.prepare({ type: 'hangs' });
  await ads.load(paths.chapter, 'pageTop');
  const script = ads.page.locator('script[src*="googlesyndication"]');
  await expect(script).toHaveAttribute(
    'src',
    'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-0000000000000000',
  );
  await expect(script).toHaveAttribute('crossorigin', 'anonymous');
  expect(await script.evaluate((element: HTMLScriptElement) => element.async)).toBe(true);
});

test('ads.txt stands at the root and names the publisher', async ({ request }) => {
  const response = await request.get('/ads.txt');
  expect(response.status()).toBe(200);
  expect(await response.text()).toBe(
    'google.com, pub-0000000000000000, DIRECT, f08c47fec0942fa0\n',
  );
});

test('without JavaScript the text is whole and no box is left blank', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(siteUrl + paths.chapter);
  await expect(page.locator('article h1')).toBeVisible();
  await expect(page.locator('aside[data-slot]')).not.toHaveCount(0);
  for (const slot of await page.locator('aside[data-slot]').all()) await expect(slot).toBeHidden();
  await page.close();
});

test('print shows no ad', async ({ ads }) => {
  await ads.prepare(fakeAds({}, { status: 'filled' }));
  await ads.load(paths.chapter, 'pageTop');
  await ads.until(async () => (await ads.slot('pageTop').getAttribute('data-state')) === 'filled');
  // Going to paper and back moves everything; observers hear of it late, so a reset afterwards may miss some.
  await ads.page.evaluate(() => (window.probe.printed = true));
  await ads.page.emulateMedia({ media: 'print' });
  for (const slot of await ads.slots.all()) await expect(slot).toBeHidden();
  await ads.page.emulateMedia({ media: 'screen' });
  await expect(ads.slot('pageTop')).toBeVisible();
});

test.describe('at 320 px, which is also 640 px at 200 % zoom', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('a creative wider than the page makes nothing scroll sideways', async ({ ads }) => {
    await ads.prepare(fakeAds({}, { status: 'filled' }));
    await ads.load(paths.chapter, 'pageTop');
    await ads.until(
      async () => (await ads.slot('pageTop').getAttribute('data-state')) === 'filled',
    );
    expect(await ads.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect((await ads.ins('pageTop').boundingBox())?.width).toBeLessThanOrEqual(320);
  });
});

test.describe('site built with ADS=off', () => {
  test('pages carry no ad markup and ask for nothing', async ({ page, adFreeSite: folder }) => {
    expect(existsSync(join(folder, 'ads.txt'))).toBe(false);
    for (const file of ['index.html', join(paths.chapter, 'index.html')]) {
      const html = await readFile(join(folder, file), 'utf8');
      expect(html).toContain('<article');
      expect(html).not.toMatch(/data-slot|adsbygoogle|topSlotClosed|广告/);
    }
    const address = await serveAdFree(page, folder);
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${address}/`)) outside.push(request.url());
    });
    await page.clock.install();
    await page.goto(address + paths.chapter);
    await hydrated(page);
    await page.clock.runFor(6000);
    await expect(page.locator('aside[data-slot], ins')).toHaveCount(0);
    expect(await page.evaluate(() => 'adsbygoogle' in window)).toBe(false);
    expect(outside).toEqual([]);
  });

  test('the ordinary build does carry what the other lacks', () => {
    const html = readFileSync(join('build', paths.chapter, 'index.html'), 'utf8');
    expect(html).toContain('data-slot');
    expect(html).toContain('topSlotClosed');
  });
});
