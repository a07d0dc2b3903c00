/** Cases 11, 12, 15, 16, 19 and 20: routes, dismissal and bad networks. */
import { hold, siteScripts } from '../../support/hold';
import { expect, fakeAds, hydrated, paths, test, type AdPage } from './adPage';

test.use({ viewport: { width: 1280, height: 900 } });

/** The new page's own slot must have its own `<ins>` and one push, whatever the old one was doing. */
async function expectFreshSlots(ads: AdPage): Promise<void> {
  const before = await ads.counts();
  await ads.arrive(paths.faq);
  await expect(ads.page.locator('ins[data-old]')).toHaveCount(0);
  await ads.requested('pageTop');
  await ads.until(async () => (await ads.counts()).live > 0);
  const after = await ads.counts();
  expect(after.pushes - before.pushes).toBe(after.live);
  expect(after.waiting).toBeLessThanOrEqual(after.live);
  expect(ads.scriptRequests).toBe(1);
}

/** Opens a page whose two slots on the first screen have both asked: neither asks while it is left. */
async function loadBoth(ads: AdPage): Promise<void> {
  await ads.load(paths.chapter, 'pageTop');
  await ads.requested('sidebar');
}

async function markOld(ads: AdPage): Promise<void> {
  await ads.page
    .locator('ins.adsbygoogle')
    .evaluateAll((all) => all.forEach((ins) => ((ins as HTMLElement).dataset.old = 'true')));
}

test('route change before the slot was ever seen: the old page asks for nothing', async ({
  ads,
}) => {
  await ads.prepare(fakeAds());
  await ads.page.goto(paths.chapter);
  // The scripts wait for the first paint.
  await ads.page.clock.runFor(100);
  // Hydrated, but the clock stands still and with it the wait for an idle moment.
  await ads.page.waitForFunction(() => 'docusaurusRoot' in window);
  await expect(ads.slot('pageTop')).toHaveAttribute('data-state', 'placeholder');
  expect((await ads.counts()).pushes).toBe(0);
  // What the next page needs is there: the clock must not run on while it is fetched.
  await ads.page.evaluate(async (path) => {
    await window.docusaurus.preload(path);
  }, paths.faq);
  await expectFreshSlots(ads);
});

test('route change while the script is on its way: no push of the old page is left', async ({
  ads,
}) => {
  await ads.prepare({ type: 'hangs' });
  await loadBoth(ads);
  await markOld(ads);
  await expectFreshSlots(ads);
  const { waiting, live } = await ads.counts();
  expect(waiting).toBe(live);
  await ads.releaseScript(fakeAds({}, { status: 'filled' }));
  await ads.until(async () => (await ads.slot('pageTop').getAttribute('data-state')) === 'filled');
  // Another slot may have come into view meanwhile.
  const later = await ads.counts();
  expect(later.taken).toBe(later.live);
});

for (const [state, outcome] of [
  ['loading', fakeAds()],
  ['filled', fakeAds({}, { status: 'filled' })],
  ['unfill-optimized', fakeAds({}, { status: 'unfill-optimized' })],
  ['unfilled', fakeAds({}, { status: 'unfilled', afterMs: 150 })],
] as const) {
  test(`route change when the slot is ${state}: fresh slots, one push each`, async ({ ads }) => {
    await ads.prepare(outcome);
    await loadBoth(ads);
    await ads.until(async () => (await ads.counts()).taken > 0);
    await markOld(ads);
    await ads.page.clock.runFor(200);
    if (state === 'unfilled') await expect(ads.slot('pageTop')).toHaveCount(0);
    else await expect(ads.slot('pageTop')).toHaveAttribute('data-state', state);
    await expectFreshSlots(ads);
  });
}

test('table-of-contents click and query change ask for nothing new', async ({ ads }) => {
  await ads.prepare(fakeAds({}, { status: 'filled' }));
  await ads.load(paths.chapter, 'pageTop');
  await ads.until(async () => (await ads.slot('sidebar').getAttribute('data-state')) === 'filled');
  await markOld(ads);
  const { pushes, live } = await ads.counts();
  await ads.page.locator('.table-of-contents__link').first().click();
  await expect(ads.page).toHaveURL(/#/);
  await ads.page.clock.runFor(1000);
  await ads.navigate(`${paths.chapter}?from=test`);
  await ads.page.clock.runFor(1000);
  await expect(ads.page).toHaveURL(/from=test/);
  await expect(ads.page.locator('ins[data-old]')).toHaveCount(live);
  // The jump may have brought the slot below the text into view: that is its own first request.
  const bottom = await ads.ins('pageBottom').and(ads.page.locator(':not([data-old])')).count();
  expect((await ads.counts()).pushes).toBe(pushes + bottom);
});

test('closing the top ad while it loads: gone for the session, on every page', async ({ ads }) => {
  const { page } = ads;
  await ads.prepare({ type: 'hangs' });
  await ads.load(paths.chapter, 'pageTop');
  await page.getByRole('button', { name: '关闭广告' }).click();
  await expect(ads.slot('pageTop')).toHaveCount(0);
  const { waiting, live } = await ads.counts();
  expect(waiting).toBe(live);
  await expect(page.locator('h1')).toBeFocused();
  await ads.arrive(paths.home);
  await ads.page.clock.runFor(1000);
  await expect(ads.slot('homePage')).toHaveCount(0);
  await expect(ads.slot('pageBottom')).toHaveCount(1);

  await ads.open(paths.chapter);
  await expect(ads.slot('pageTop')).toHaveCount(0);
  await expect.poll(() => ads.log).toContain('pageTop: dismissed');
});

test('a reload reserves no space for an ad that was closed', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('topSlotClosed', '1'));
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto(paths.chapter);
  await expect(page.locator('aside[data-slot="pageTop"]')).toBeHidden();
  await expect(page.locator('aside[data-slot="pageBottom"]')).toBeVisible();
});

for (const what of ['getting it', 'using it'] as const) {
  test(`session storage that throws on ${what}: closing works until the reload`, async ({
    ads,
  }) => {
    await ads.page.context().addInitScript((gettingThrows) => {
      const refuse = (): never => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      const value = { getItem: refuse, setItem: refuse, removeItem: refuse };
      const property = gettingThrows ? { get: refuse } : { value };
      Object.defineProperty(window, 'sessionStorage', property);
    }, what === 'getting it');
    await ads.prepare(fakeAds());
    await ads.load(paths.chapter, 'pageTop');
    await ads.page.getByRole('button', { name: '关闭广告' }).press('Enter');
    await expect(ads.slot('pageTop')).toHaveCount(0);
    await ads.arrive(paths.faq);
    await ads.page.clock.runFor(1000);
    await expect(ads.slot('pageTop')).toHaveCount(0);
    await ads.load(paths.faq, 'pageTop');
  });
}

test('rapid double navigation over a slow chunk: the old page stays, then one set of ads', async ({
  ads,
}) => {
  const { page } = ads;
  await ads.prepare(fakeAds({}, { status: 'filled' }));
  await ads.load(paths.chapter, 'pageTop');
  await ads.until(async () => (await ads.slot('pageTop').getAttribute('data-state')) === 'filled');
  await markOld(ads);
  await page.locator('article').evaluate((article) => (article.dataset.old = 'true'));
  const release = await hold(page, siteScripts);
  await ads.navigate(paths.faq);
  await ads.navigate(paths.home);
  await page.clock.runFor(1000);
  await expect(page.locator('article[data-old]')).toHaveCount(1);
  await expect(ads.slot('pageTop')).toHaveAttribute('data-state', 'filled');
  release();
  await ads.until(async () => (await ads.slot('homePage').getAttribute('data-state')) === 'filled');
  await expect(ads.slot('pageTop')).toHaveCount(0);
  await expect(page.locator('ins[data-old]')).toHaveCount(0);
  const { pushes, taken } = await ads.counts();
  expect(taken).toBe(pushes);
});

test('offline after the page came: the ads go, the page stays', async ({ ads }) => {
  await ads.prepare({ type: 'hangs' });
  await ads.load(paths.chapter, 'pageTop');
  await ads.page.context().setOffline(true);
  await ads.advanceTo(5000);
  await expect(ads.slot('pageTop')).toHaveCount(0);
  await expect(ads.page.locator('article')).toBeVisible();
  await ads.page.context().setOffline(false);
});

test('data saver: the page reads and the ads behave as ever', async ({ ads }) => {
  await ads.page.context().addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: true, effectiveType: '4g' },
    });
  });
  await ads.prepare(fakeAds());
  await ads.load(paths.chapter, 'pageTop');
  await ads.advanceTo(5000);
  await expect(ads.slot('pageTop')).toHaveCount(0);
  await expect(ads.page.locator('article')).toBeVisible();
  await hydrated(ads.page);
});
