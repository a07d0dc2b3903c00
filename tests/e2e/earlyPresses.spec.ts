/** What a reader touches before the scripts are there, or while they take the page over, is answered. */
import type { Page } from '@playwright/test';
import { writtenChapters } from '../../src/book/pages';
import { violations } from '../support/axe';
import { hold } from '../support/hold';
import { expect, hydrated, open, quiet, test } from '../support/site';

const chapter = `/chapters/${writtenChapters()[0]?.id}`;

test.describe('a button pressed before the scripts are there', () => {
  for (const { what, path, name, width, expectDone } of [
    {
      what: 'opens the phone’s menu where no sidebar came with the page',
      path: '/404',
      name: '切换导航栏',
      width: 360,
      expectDone: (page: Page) => expect(page.locator('.navbar-sidebar--show')).toHaveCount(1),
    },
    {
      what: 'changes the theme, though it was disabled',
      path: chapter,
      name: /主题|模式/,
      width: 1280,
      expectDone: (page: Page) =>
        expect(page.locator('html')).toHaveAttribute('data-theme-choice', 'light'),
    },
  ] as const) {
    test(`${what} when they are, once`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const release = await hold(page, /\/assets\/js\//);
      // The load event waits for scripts that have been asked for.
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const button = page.getByRole('button', { name }).first();
      const box = await button.boundingBox();
      await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
      release();
      await hydrated(page);
      await expectDone(page);
    });
  }

  test('is forgotten when the reader has waited too long', async ({ page }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 1280, height: 800 });
    const release = await hold(page, /\/assets\/js\//);
    // The load event waits for scripts that have been asked for.
    await page.goto(chapter, { waitUntil: 'domcontentloaded' });
    const toggle = page.getByRole('button', { name: /主题|模式/ }).first();
    await toggle.dispatchEvent('pointerup');
    await page.clock.fastForward(6000);
    release();
    await hydrated(page);
    // Once it answers, it is the answer to this.
    await toggle.click();
    await expect(page.locator('html')).toHaveAttribute('data-theme-choice', 'light');
  });
});

test('what is read before the scripts are there stays where it is, and nothing takes it for a change of page', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { scrollTo } = window;
    window.scrollTo = ((...args: Parameters<typeof scrollTo>) => {
      Object.assign(window, { wasTaken: true });
      scrollTo(...args);
    }) as typeof scrollTo;
  });
  const release = await hold(page, /\/assets\/js\//);
  await page.goto(chapter, { waitUntil: 'domcontentloaded' });
  const heading = page.locator('.markdown h2').nth(2);
  await heading.evaluate((node) => node.scrollIntoView({ behavior: 'instant' }));
  release();
  await hydrated(page);
  await quiet(page);
  await expect(heading).toBeInViewport();
  expect(await page.evaluate(() => 'wasTaken' in window)).toBe(false);
});

test.describe('a phone’s menu waits for no script', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  const sidebar = (page: Page) => page.getByRole('complementary').getByRole('navigation');
  const opener = (page: Page) => page.getByRole('button', { name: '切换导航栏' });

  test('without JavaScript it opens, closes, and leads to a chapter', async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    const page = await context.newPage();
    await page.goto(chapter);
    await expect(sidebar(page)).toBeHidden();
    await opener(page).click();
    await expect(sidebar(page)).toBeInViewport();
    await page.getByRole('button', { name: '关闭', exact: true }).click();
    await expect(sidebar(page)).toBeHidden();
    await opener(page).press('Enter');
    await sidebar(page).getByRole('link', { name: '关于本书' }).click();
    await expect(page).toHaveURL('/');
    // Nothing is offered that only a script could answer.
    await expect(page.locator('.theme-doc-toc-mobile')).toBeHidden();
    await context.close();
  });

  test('opened before the scripts are there, it stays until it is closed; then theirs opens', async ({
    page,
  }) => {
    const release = await hold(page, /\/assets\/js\//);
    await page.goto(chapter, { waitUntil: 'domcontentloaded' });
    await opener(page).click();
    await expect(sidebar(page)).toBeInViewport();
    expect(await violations(page, 'all')).toEqual([]);
    release();
    await hydrated(page);
    await expect(page.locator('.table-of-contents')).toHaveCount(0); // What is not kept is gone.
    await expect(sidebar(page)).toBeInViewport();
    await expect(page.locator('.navbar-sidebar--show')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('#early-menu')).toHaveCount(0);
    await opener(page).click();
    await expect(page.locator('.navbar-sidebar--show')).toHaveCount(1);
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
  });

  test('kept open while the scripts came, it leads to a page and goes', async ({ page }) => {
    const release = await hold(page, /\/assets\/js\//);
    await page.goto(chapter, { waitUntil: 'domcontentloaded' });
    await opener(page).click();
    await expect(sidebar(page)).toBeInViewport();
    release();
    await hydrated(page);
    await sidebar(page).getByRole('link', { name: '关于本书' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.locator('#early-menu')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  });

  test('scripts that never come leave it as it is', async ({ page, problems }) => {
    problems.allow(/ERR_FAILED/);
    await page.route(/\/assets\/js\//, (route) => route.abort());
    await page.goto(chapter);
    await opener(page).click();
    await sidebar(page).getByRole('link', { name: '关于本书' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('the phone’s menu is drawn when the reader reaches for it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, chapter);
  await expect(page.locator('.navbar-sidebar')).toHaveCount(0);
  await page.getByRole('button', { name: '切换导航栏' }).dispatchEvent('pointerdown');
  await expect(page.locator('.navbar-sidebar')).toHaveCount(1);
  await expect(page.locator('.navbar-sidebar--show')).toHaveCount(0);
});

test('a button pressed between any two tasks of the page’s opening is answered once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  // Presses as a pointer does before the task of that number begins: a disabled button gets no click.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    const before = Number(new URLSearchParams(location.search).get('before'));
    let task = 0;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      const send = (): unknown => Reflect.apply(post, this, message);
      if (++task !== before) return void send();
      setTimeout(() => {
        const button = document.querySelector<HTMLElement>('[class*=colorModeToggle] button');
        button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        button?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
        button?.click();
        document.documentElement.dataset.pressed = '';
        send();
      });
    };
  });
  for (let before = 1; before <= 10; before += 1) {
    await open(page, `${chapter}?before=${before}`);
    await expect(page.locator('html')).toHaveAttribute('data-pressed');
    await expect(page.locator('html'), `before task ${before}`).toHaveAttribute(
      'data-theme-choice',
      'light',
    );
    await page.evaluate(() => localStorage.clear());
  }
});
