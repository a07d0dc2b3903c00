/** What the reader looks at stays where it is, in every outcome: layout shift, scrolling, motion. */
import { adCollapseMs } from '../../../src/ads/config';
import { expect, fakeAds, paths, test, type AdPage, type ScriptOutcome } from './adPage';

const outcomes: Readonly<Record<string, { outcome: ScriptOutcome; kept: boolean }>> = {
  'script aborted': { outcome: { type: 'aborted' }, kept: false },
  'script hangs': { outcome: { type: 'hangs' }, kept: false },
  'never filled': { outcome: fakeAds(), kept: false },
  unfilled: { outcome: fakeAds({}, { status: 'unfilled', afterMs: 300 }), kept: false },
  'unfill-optimized': {
    outcome: fakeAds({}, { status: 'unfill-optimized', afterMs: 300 }),
    kept: true,
  },
  'filled with a creative larger than its box': {
    outcome: fakeAds({}, { status: 'filled', afterMs: 300 }),
    kept: true,
  },
};

/** An entry in the middle of the error index, whose address is given out. */
const placeOnFaq = 'port-in-use';
/** Its last entry: the ad below the text is on the screen when the one above goes. */
const lastOnFaq = 'kustomize-no-file';

const docPages = { home: paths.home, chapter: paths.chapter, faq: paths.faq };

test.describe('on a phone of 375×667', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  for (const [name, { outcome, kept }] of Object.entries(outcomes)) {
    // Every outcome on a long page; on the others those of the default build and of a real account.
    const pages =
      name === 'never filled' || name.startsWith('filled')
        ? Object.values(docPages)
        : [paths.chapter];
    for (const path of pages) {
      test(`layout shift stays below 0.02 on ${path}: ${name}`, async ({ ads }) => {
        await ads.prepare(outcome);
        await ads.open(path);
        const top = path === paths.home ? 'homePage' : 'pageTop';
        if (outcome.type !== 'aborted') await ads.requested(top);
        await ads.page.clock.runFor(6000);
        await expect(ads.slot(top)).toHaveCount(kept ? 1 : 0);
        // Animations run on the browser's clock, which no test holds.
        await ads.page.evaluate(async () => {
          await Promise.all(document.getAnimations().map((animation) => animation.finished));
        });
        expect((await ads.counts()).shift).toBeLessThan(0.02);
      });
    }
  }

  test('a removal glides, and leaves no transform behind', async ({ ads }) => {
    await ads.prepare(fakeAds({}, { status: 'unfilled', afterMs: 300 }));
    await ads.load(paths.chapter, 'pageTop');
    const before = await ads.page.locator('h1').boundingBox();
    await ads.page.evaluate(() => {
      // Slow enough to be looked at.
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        const animation = animate.call(this, frames, options);
        animation.pause();
        return animation;
      };
    });
    await ads.until(async () => (await ads.slot('pageTop').count()) === 0);
    await ads.glideShown();
    const during = await ads.page.locator('h1').boundingBox();
    expect(during?.y).toBeCloseTo(before?.y ?? 0, 0);
    await ads.page.evaluate(() => document.getAnimations().forEach((each) => each.finish()));
    // The event that lets go of the page comes with the next frame.
    await expect
      .poll(async () => (before?.y ?? 0) - ((await ads.page.locator('h1').boundingBox())?.y ?? 0))
      .toBeGreaterThan(90);
    await expect(ads.page.locator('main .row').first()).toHaveCSS('transform', 'none');
    expect(adCollapseMs).toBeLessThanOrEqual(300);
  });

  test('an ad removed above what is being read moves no line of it', async ({ ads }) => {
    await ads.addStyle('article { min-height: 3000px } article h1 { padding-top: 900px }');
    await ads.prepare(fakeAds());
    await ads.load(paths.chapter, 'pageTop');
    await ads.page.evaluate(() => scrollTo(0, 700));
    await expect(ads.slot('pageTop')).not.toBeInViewport();
    const before = await ads.page.locator('.theme-doc-markdown > :nth-child(2)').boundingBox();
    await ads.advanceTo(5000);
    await expect(ads.slot('pageTop')).toHaveCount(0);
    const moved = await ads.page
      .locator('.theme-doc-markdown > :nth-child(2)')
      .evaluate(async (element) => {
        await new Promise((resolve) =>
          new IntersectionObserver(resolve).observe(document.documentElement),
        );
        return element.getBoundingClientRect().y;
      });
    expect(moved).toBeCloseTo(before?.y ?? 0, 0);
  });

  test('an ad half scrolled away that is removed moves no line by a jump', async ({ ads }) => {
    await ads.addStyle('article { min-height: 3000px }');
    await ads.prepare(fakeAds());
    await ads.load(paths.chapter, 'pageTop');
    await ads.page.evaluate(() => scrollTo(0, 90));
    await expect(ads.slot('pageTop')).toBeInViewport();
    await ads.advanceTo(5000);
    await expect(ads.slot('pageTop')).toHaveCount(0);
    await ads.page.evaluate(async () => {
      await Promise.all(document.getAnimations().map((animation) => animation.finished));
    });
    expect((await ads.counts()).shift).toBeLessThan(0.02);
  });
});

test('a jump far down while the page glides ends where it led', async ({ ads }) => {
  const { page } = ads;
  await page.setViewportSize({ width: 375, height: 667 });
  await ads.prepare(fakeAds({}, { status: 'unfilled', afterMs: 300 }));
  // The glide stands still, however slow the test.
  await page.addInitScript(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
      const animation = animate.apply(this, args);
      animation.pause();
      return animation;
    };
  });
  await ads.load(paths.faq, 'pageTop');
  const place = page.locator(`[id="${placeOnFaq}"]`);
  await ads.until(async () => (await ads.slot('pageTop').count()) === 0);
  await ads.glideShown();
  const during = await place.evaluate((element) => {
    if (document.getAnimations().length === 0) throw new Error('nothing glides');
    element.scrollIntoView({ behavior: 'instant' });
    return element.getBoundingClientRect().y;
  });
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.evaluate(async () => {
    await new Promise((resolve) =>
      new IntersectionObserver(resolve).observe(document.documentElement),
    );
  });
  const after = await place.boundingBox();
  expect(Math.abs((after?.y ?? 0) - during)).toBeLessThanOrEqual(1);
});

/** Takes scroll anchoring from the page, as Safari before 27 has none. */
async function withoutAnchoring(ads: AdPage): Promise<void> {
  await ads.addStyle('* { overflow-anchor: none !important }');
  await ads.page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS) as (...asked: string[]) => boolean;
    CSS.supports = (...asked: string[]) => asked[0] !== 'overflow-anchor' && supports(...asked);
  });
}

const browsers = {
  'no-preference': 'no-preference',
  reduce: 'reduce',
  'a browser that does not keep the place': 'no-preference',
} as const;

const openedAt = Object.entries(browsers).flatMap(([browser, reducedMotion]) =>
  [placeOnFaq, lastOnFaq].map((id) => ({ browser, reducedMotion, id })),
);

for (const { browser, reducedMotion, id } of openedAt) {
  test(`a page opened at #${id} stays there when the ad above it goes: ${browser}`, async ({
    ads,
  }) => {
    const { page } = ads;
    if (browser.startsWith('a browser')) await withoutAnchoring(ads);
    await page.emulateMedia({ reducedMotion });
    await ads.prepare({ type: 'hangs' });
    await ads.open(`${paths.faq}#${id}`);
    await ads.until(async () => (await ads.counts()).pushes > 0);
    const place = page.locator(`[id="${id}"]`);
    if (id === lastOnFaq) await expect(ads.slot('pageBottom')).toBeInViewport();
    // What comes late above the place has moved it, too, in such a browser: the reader has gone back to it.
    if (browser.startsWith('a browser')) {
      // Sections that this brings near are laid out with the next frame, and may move it once more.
      const moved = (): Promise<number> =>
        place.evaluate(async (element) => {
          element.scrollIntoView({ behavior: 'instant' });
          const { y } = element.getBoundingClientRect();
          for (let i = 0; i < 2; i++) {
            await new Promise((resolve) =>
              new IntersectionObserver(resolve).observe(document.documentElement),
            );
          }
          return element.getBoundingClientRect().y - y;
        });
      await expect.poll(moved).toBe(0);
    }
    const before = await place.boundingBox();
    expect(before?.y).toBeGreaterThan(0);
    expect(before?.y).toBeLessThan(200);
    await ads.releaseFailure();
    await ads.until(async () => (await ads.slot('pageTop').count()) === 0);
    await ads.page.clock.runFor(1000);
    await page.evaluate(async () => {
      await Promise.all(document.getAnimations().map((animation) => animation.finished));
      await new Promise((resolve) =>
        new IntersectionObserver(resolve).observe(document.documentElement),
      );
    });
    const after = await place.boundingBox();
    // Chromium counts what it did not keep in place itself, though nothing moved on the screen.
    if (browser.startsWith('a browser')) await page.evaluate(() => void (window.probe.shift = 0));
    // The browser scrolls by whole pixels.
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1);
  });
}

test.describe('reduced motion', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test('the slot goes without animation or jump; its room goes when out of view', async ({
    ads,
  }) => {
    await ads.addStyle('article { min-height: 3000px }');
    await ads.page.emulateMedia({ reducedMotion: 'reduce' });
    await ads.prepare(fakeAds({}, { status: 'unfilled', afterMs: 300 }));
    await ads.load(paths.chapter, 'pageTop');
    const title = ads.page.locator('h1');
    const before = await title.boundingBox();
    await ads.until(async () => (await ads.slot('pageTop').count()) === 0);
    expect((await title.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await expect(ads.page.locator('main [data-held]')).toHaveText('');
    await ads.page.evaluate(() => scrollTo(0, 1500));
    await expect(ads.page.locator('main [data-held]')).toHaveCount(0);
    expect((await ads.counts()).animations).toBe(0);
  });

  test('slots that go at the same moment hold the room of each once, not of all together', async ({
    ads,
  }) => {
    await ads.page.emulateMedia({ reducedMotion: 'reduce' });
    await ads.prepare({ type: 'hangs' });
    await ads.load(paths.chapter, 'pageTop');
    const top = await ads.slot('pageTop').boundingBox();
    const title = await ads.page.locator('h1').boundingBox();
    await ads.releaseFailure();
    await ads.until(async () => (await ads.slots.count()) === 0);
    const room = await ads.page.locator('main [data-held]').first().boundingBox();
    expect((room?.height ?? 0) - (top?.height ?? 0)).toBeLessThan(40);
    expect((await ads.page.locator('h1').boundingBox())?.y).toBeCloseTo(title?.y ?? 0, 0);
  });

  test('an ad that the reader closes gives its room back at once', async ({ ads }) => {
    await ads.page.emulateMedia({ reducedMotion: 'reduce' });
    await ads.prepare(fakeAds());
    await ads.load(paths.chapter, 'pageTop');
    await ads.page.getByRole('button', { name: '关闭广告' }).click();
    await expect(ads.slot('pageTop')).toHaveCount(0);
    await expect(ads.page.locator('main [data-held]')).toHaveCount(0);
    expect((await ads.counts()).animations).toBe(0);
  });
});

test('with motion allowed the same removal does animate', async ({ ads }) => {
  await ads.prepare(fakeAds({}, { status: 'unfilled', afterMs: 300 }));
  await ads.load(paths.chapter, 'pageTop');
  await ads.until(async () => (await ads.slot('pageTop').count()) === 0);
  expect((await ads.counts()).animations).toBeGreaterThan(0);
});
