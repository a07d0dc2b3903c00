/** Cases 1 to 10, 14 and 21: what the script and the ad service may do to a slot. */
import { expect, fakeAds, paths, test } from './adPage';

test.use({ viewport: { width: 375, height: 667 } });

for (const type of ['aborted', 'not-found'] as const) {
  test(`script ${type}: every slot goes at once and no page tries again`, async ({ ads }) => {
    await ads.prepare({ type });
    await ads.open(paths.chapter);
    await ads.until(async () => (await ads.slots.count()) === 0);
    await expect.poll(() => ads.log).toContain('pageTop: failed');
    await expect.poll(() => ads.log).toContain('pageBottom: failed');
    await ads.arrive(paths.faq);
    await ads.page.clock.runFor(6000);
    await expect(ads.slots).toHaveCount(0);
    expect(ads.scriptRequests).toBe(1);
    expect((await ads.counts()).waiting).toBe(0);
  });
}

test('script that hangs until 8 s: slots go at 5 s, and the arrival finds nothing to do', async ({
  ads,
}) => {
  await ads.prepare({ type: 'hangs' });
  await ads.load(paths.chapter, 'pageTop');
  await ads.advanceTo(4999);
  await expect(ads.slot('pageTop')).toHaveAttribute('data-state', 'loading');
  expect((await ads.counts()).waiting).toBeGreaterThan(0);
  await ads.advanceTo(5000);
  await expect(ads.slot('pageTop')).toHaveCount(0);
  await ads.advanceTo(8000);
  const { live, waiting } = await ads.counts();
  expect(waiting).toBe(live);
  await ads.releaseScript(fakeAds({}, { status: 'filled' }));
  await ads.page.clock.runFor(1000);
  await expect(ads.slot('pageTop')).toHaveCount(0);
  expect((await ads.counts()).taken).toBe(live);
});

test('script that never fills: the slot goes at 5 s with its label and button', async ({ ads }) => {
  await ads.prepare(fakeAds());
  await ads.load(paths.chapter, 'pageTop');
  await ads.advanceTo(4999);
  await expect(ads.slot('pageTop').getByText('广告', { exact: true })).toBeVisible();
  await expect(ads.page.getByRole('button', { name: '关闭广告' })).toBeVisible();
  await ads.advanceTo(5000);
  await expect(ads.slot('pageTop')).toHaveCount(0);
  await expect(ads.page.getByRole('button', { name: '关闭广告' })).toHaveCount(0);
  await expect.poll(() => ads.log).toContain('pageTop: failed');
});

test('filled at 4.9 s: the ad stays and polling stops', async ({ ads }) => {
  await ads.prepare(fakeAds({}, { status: 'filled', afterMs: 4900 }));
  await ads.load(paths.chapter, 'pageTop');
  await ads.advanceTo(4800);
  expect((await ads.counts()).timers).toContain(100);
  await ads.advanceTo(5000);
  await expect(ads.slot('pageTop')).toHaveAttribute('data-state', 'filled');
  expect((await ads.counts()).timers.filter((ms) => ms <= 100)).toEqual([]);
  await ads.advanceTo(20_000);
  await expect(ads.slot('pageTop')).toBeVisible();
  await expect.poll(() => ads.log).toEqual([]);
});

test('filled at 5.1 s: the slot is gone and stays gone', async ({ ads }) => {
  await ads.prepare(fakeAds({}, { status: 'filled', afterMs: 5100 }));
  await ads.load(paths.chapter, 'pageTop');
  await ads.advanceTo(5000);
  await expect(ads.slot('pageTop')).toHaveCount(0);
  await ads.advanceTo(20_000);
  await expect(ads.slot('pageTop')).toHaveCount(0);
});

test('unfilled at 0.3 s: the slot goes within 100 ms', async ({ ads }) => {
  await ads.prepare(fakeAds({}, { status: 'unfilled', afterMs: 300 }));
  await ads.load(paths.chapter, 'pageTop');
  await ads.advanceTo(299);
  await expect(ads.slot('pageTop')).toHaveCount(1);
  await ads.advanceTo(400);
  await expect(ads.slot('pageTop')).toHaveCount(0);
  await expect.poll(() => ads.log).toContain('pageTop: unfilled');
});

test('unfill-optimized: the container stays and polling stops', async ({ ads }) => {
  await ads.prepare(fakeAds({}, { status: 'unfill-optimized', afterMs: 300 }));
  await ads.load(paths.chapter, 'pageTop');
  await ads.advanceTo(400);
  await expect(ads.slot('pageTop')).toHaveAttribute('data-state', 'unfill-optimized');
  expect((await ads.counts()).timers.filter((ms) => ms <= 100)).toEqual([]);
  await ads.advanceTo(20_000);
  await expect(ads.slot('pageTop')).toBeVisible();
  await expect.poll(() => ads.log).toEqual([]);
});

test('script that throws on evaluation: the slot times out and the page works', async ({ ads }) => {
  ads.expectedErrors.push('broken ad script');
  await ads.prepare({ type: 'runs', source: 'throw new Error("broken ad script")' });
  await ads.load(paths.chapter, 'pageTop');
  await ads.advanceTo(5000);
  await expect(ads.slot('pageTop')).toHaveCount(0);
  await ads.arrive(paths.faq);
  await expect(ads.page.locator('article')).toBeVisible();
});

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('push that throws: that slot goes, the others go on', async ({ ads }) => {
    await ads.prepare(fakeAds({ pageTop: { throws: true } }, { status: 'filled' }));
    await ads.load(paths.home, 'homePage');
    await ads.until(async () => (await ads.counts()).taken > 0);
    // The script has arrived: on the next page its push throws into the slot that calls it.
    await ads.arrive(paths.chapter);
    await ads.until(
      async () => (await ads.slot('sidebar').getAttribute('data-state')) === 'filled',
    );
    await expect(ads.slot('pageTop')).toHaveCount(0);
    await expect.poll(() => ads.log).toContain('pageTop: failed');
    expect(ads.log.filter((line) => line.startsWith('sidebar'))).toEqual([]);
  });
});

for (const [what, declaration] of [
  ['hidden by a blocker', 'display: none !important'],
  ['of no width', 'width: 0 !important'],
  ['made invisible', 'visibility: hidden !important'],
] as const) {
  test(`<ins> ${what}: no push, no request, and the slot goes at once`, async ({ ads }) => {
    await ads.prepare(fakeAds({}, { status: 'filled' }));
    await ads.addStyle(`ins.adsbygoogle { ${declaration} }`);
    await ads.open(paths.chapter);
    await ads.until(async () => (await ads.slot('pageTop').count()) === 0);
    expect((await ads.counts()).pushes).toBe(0);
    expect(ads.scriptRequests).toBe(0);
    await expect.poll(() => ads.log).toContain('pageTop: failed');
  });
}

test('without IntersectionObserver every slot of the page loads at once', async ({ ads }) => {
  await ads.page.context().addInitScript(() => {
    Reflect.deleteProperty(window, 'IntersectionObserver');
  });
  await ads.prepare(fakeAds({}, { status: 'filled' }));
  await ads.open(paths.chapter);
  await ads.until(
    async () => (await ads.slot('pageBottom').getAttribute('data-state')) === 'filled',
  );
  await expect(ads.slot('pageTop')).toHaveAttribute('data-state', 'filled');
});

test.describe('hidden tab, whose timers stand still', () => {
  test('filled meanwhile: the late reading keeps the ad', async ({ ads }) => {
    await ads.prepare(fakeAds());
    await ads.load(paths.chapter, 'pageTop');
    await ads.page.evaluate(() =>
      document.querySelectorAll('ins').forEach((ins) => (ins.dataset.adStatus = 'filled')),
    );
    await ads.page.clock.fastForward(60_000);
    await expect(ads.slot('pageTop')).toHaveAttribute('data-state', 'filled');
  });

  test('nothing filled: the first reading after the deadline fails the slot', async ({ ads }) => {
    await ads.prepare(fakeAds());
    await ads.load(paths.chapter, 'pageTop');
    await ads.page.clock.fastForward(60_000);
    await expect(ads.slot('pageTop')).toHaveCount(0);
  });
});
