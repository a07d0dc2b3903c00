import { expect, test, type Page } from '@playwright/test';
import { setTheme, thinOut, violations } from '../support/axe';
import { openPage } from '../support/reading';

const desktop = { width: 1280, height: 900 };
const phone = { width: 360, height: 780 };

test('axe finds nothing in the open mobile menu', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openPage(page, '/');
  await page.getByRole('button', { name: '切换导航栏' }).click();
  await expect(page.locator('.navbar-sidebar')).toBeInViewport();
  expect(await violations(page, 'all'), 'light').toEqual([]);
  await setTheme(page, 'dark');
  expect(await violations(page, 'colours'), 'dark').toEqual([]);
});

/** Notes in the page what takes focus, whether it shows, and whether something covers it. */
async function watchFocus(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.addEventListener('focusout', ({ relatedTarget }) => {
      if (!relatedTarget) document.body.dataset.left = 'true';
    });
    document.addEventListener('focusin', ({ target }) => {
      const element = target as HTMLElement;
      element.dataset.visited = 'true';
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle === 'none' || parseFloat(outlineWidth) === 0) {
        element.dataset.unmarked = 'true';
      }
    });
  });
}

/** Whether focus is on the page's own body: it has left the page, or stands before its start. */
async function hasLeft(page: Page): Promise<boolean> {
  return page.evaluate(() => !document.activeElement || document.activeElement === document.body);
}

/**
 * Presses the key (Tab, or Shift+Tab to walk back) until `done`, asked every so often, says yes, or in vain. The
 * presses between two questions follow each other as those of a key that is held: no answer is waited for.
 */
async function tabUntil(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
  done: () => Promise<boolean>,
): Promise<void> {
  const rounds = 50;
  const pressesPerRound = 20;
  if (key === 'Shift+Tab') await page.keyboard.down('Shift');
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(Array.from({ length: pressesPerRound }, () => page.keyboard.press('Tab')));
    if (await done()) break;
  }
  if (key === 'Shift+Tab') await page.keyboard.up('Shift');
}

/** Whether focus has left the page since this was last asked, as `watchFocus` notes. */
async function hasLeftSince(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { left } = document.body.dataset;
    delete document.body.dataset.left;
    return left === 'true';
  });
}

/** Walks backwards from the end; returns what took focus while the navbar covered it. */
async function coveredWalkingBack(page: Page): Promise<readonly string[]> {
  const covered: string[] = [];
  for (;;) {
    await page.keyboard.press('Shift+Tab');
    if (await hasLeft(page)) return covered;
    const hidden = await page.evaluate(() => {
      const element = document.activeElement;
      const navbar = document.querySelector('.navbar');
      if (!element || !navbar || navbar.contains(element)) return undefined;
      const below = element.getBoundingClientRect().bottom > navbar.getBoundingClientRect().bottom;
      return below ? undefined : element.outerHTML.slice(0, 120);
    });
    if (hidden) covered.push(hidden);
  }
}

/** Elements that can take focus but did not, or took it without showing it. */
async function unreached(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    Array.from(
      document.querySelectorAll<HTMLElement>(
        'a[href], button:not([disabled]), input, select, textarea, summary, [tabindex="0"]',
      ),
    )
      .filter((element) => element.tabIndex >= 0)
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter(({ dataset }) => !dataset.visited || dataset.unmarked)
      .map(
        (element) => `${element.dataset.visited ? 'unmarked' : 'unreached'}: ${element.outerHTML}`,
      ),
  );
}

for (const path of ['/', '/chapters/chapter03-first-app', '/appendix/faq']) {
  test(`the keyboard reaches and leaves everything on ${path}`, async ({ page }) => {
    // A long page takes several hundred key presses.
    test.slow();
    await page.setViewportSize(desktop);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page, path);
    // The error index has 1,800 places that take focus, of a dozen kinds.
    if (path === '/appendix/faq') await thinOut(page, 'article');
    await watchFocus(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: '跳到主要内容' })).toBeFocused();
    let left = false;
    await tabUntil(page, 'Tab', async () => (left = await hasLeftSince(page)));
    expect(left, 'focus leaves the page').toBe(true);
    // The button back to the top shows after a scroll upwards, a listing's buttons as it comes near: what was not
    // there yet when focus passed its place is reached on the way back, or on the next way down.
    for (const key of ['Shift+Tab', 'Tab'] as const) {
      if ((await unreached(page)).length === 0) break;
      await tabUntil(page, key, async () => (await unreached(page)).length === 0);
    }
    expect(await unreached(page)).toEqual([]);
  });
}

test('walking backwards the navbar covers nothing that takes focus', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, '/');
  expect(await coveredWalkingBack(page)).toEqual([]);
});

test('the skip link leads past the navbar and the sidebar', async ({ page }) => {
  await openPage(page, '/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inside = await page.evaluate(() => !!document.activeElement?.closest('.navbar'));
  expect(inside).toBe(false);
});

/** Notes the longest transition or animation that starts, in ms. */
async function watchMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = document.documentElement;
    root.dataset.longest = '0';
    for (const name of ['transitionrun', 'animationstart']) {
      document.addEventListener(name, () => {
        const lengths = document
          .getAnimations()
          .map(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0));
        root.dataset.longest = String(Math.max(Number(root.dataset.longest), ...lengths));
      });
    }
  });
}

for (const { preference, moves } of [
  { preference: 'reduce', moves: false },
  { preference: 'no-preference', moves: true },
] as const) {
  test(`with motion "${preference}" menus ${moves ? 'unfold' : 'open at once'}`, async ({
    page,
  }) => {
    await page.setViewportSize(desktop);
    await page.emulateMedia({ reducedMotion: preference });
    await openPage(page, '/');
    await watchMotion(page);
    const category = page.locator('.menu').getByRole('button', { name: '第一部分 入门' });
    await category.click();
    await expect(category).toHaveAttribute('aria-expanded', 'true');
    await expect(page.locator('.menu').getByRole('link', { name: /03 / })).toBeVisible();
    // The list's inline height goes when the theme has seen the transition end: it does in either case.
    await expect(page.locator('.menu__list .menu__list').first()).toHaveCSS('overflow', 'visible');
    const longest = Number(await page.locator('html').getAttribute('data-longest'));
    if (moves) expect(longest).toBeGreaterThan(50);
    else expect(longest).toBeLessThanOrEqual(1);
  });
}

test('with motion "reduce" another theme and another width start no transition', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openPage(page, '/');
  await page.evaluate(() => {
    const root = document.documentElement;
    root.dataset.transitions = '0';
    document.addEventListener('transitionrun', () => {
      root.dataset.transitions = String(Number(root.dataset.transitions) + 1);
    });
  });
  await setTheme(page, 'dark');
  await page.setViewportSize(phone);
  await expect(page.getByRole('button', { name: '切换导航栏' })).toBeVisible();
  // Events of transitions come with the next frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await expect(page.locator('html')).toHaveAttribute('data-transitions', '0');
});

test('forced colours keep the borders that tell recorded blocks and places apart', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await page.emulateMedia({ forcedColors: 'active' });
  await openPage(page, '/');
  await expect(page.locator('.menu__link--active').first()).toHaveCSS(
    'text-decoration-line',
    'underline',
  );
  await expect(page.locator('.theme-code-block').first()).toHaveCSS('border-top-style', 'solid');
});
