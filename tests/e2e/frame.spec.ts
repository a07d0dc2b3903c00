/** The frame around every page: navbar, sidebar, table of contents, colours, footer, prefetching. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from '../../src/book/chapters';
import { writtenChapters, writtenParts } from '../../src/book/pages';
import { lenientUrl } from '../support/settings';
import { expect, open, test, quiet } from '../support/site';

const chapter = `/chapters/${writtenChapters()[0]?.id}`;
const toggle = /切换浅色\/暗黑模式/;

test.describe('colour mode', () => {
  for (const system of ['light', 'dark'] as const) {
    test(`cycles system, light, dark on a ${system} system and survives a reload`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: system });
      await open(page, '/');
      const html = page.locator('html');
      const button = page.getByRole('button', { name: toggle });
      const stored = () => page.evaluate(() => window.localStorage.getItem('theme'));
      const expectMode = async (label: string, theme: string, value: string | null) => {
        await expect(button).toHaveAccessibleName(`切换浅色/暗黑模式（当前为${label}）`);
        await expect(html).toHaveAttribute('data-theme', theme);
        expect(await stored()).toBe(value);
      };
      await expectMode('系统模式', system, null);
      await button.click();
      await expectMode('浅色模式', 'light', 'light');
      await button.click();
      await expectMode('暗黑模式', 'dark', 'dark');
      await page.reload();
      await expectMode('暗黑模式', 'dark', 'dark');
      await button.click();
      await expectMode('系统模式', system, null);
    });
  }

  test('one that does not exist, asked for by the address, gives way to the reader’s choice', async ({
    page,
  }) => {
    const html = page.locator('html');
    const button = page.getByRole('button', { name: toggle });
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, '/?docusaurus-theme=nonsense');
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await expect(button).toHaveAccessibleName(/当前为系统模式/);
    await page.evaluate(() => window.localStorage.setItem('theme', 'light'));
    for (const query of [
      'docusaurus-theme=nonsense',
      'docusaurus-theme=system',
      'docusaurus-data-theme=nonsense',
      'docusaurus-data-theme-choice=nonsense',
    ]) {
      await test.step(query, async () => {
        await open(page, `/?${query}`);
        await expect(html).toHaveAttribute('data-theme', 'light');
        await expect(html).toHaveAttribute('data-theme-choice', 'light');
        await expect(button).toHaveAccessibleName(/当前为浅色模式/);
      });
    }
  });

  test('an address may still choose one that exists; a stored one that does not is ignored', async ({
    page,
  }) => {
    const html = page.locator('html');
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, '/?docusaurus-theme=dark');
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.evaluate(() => window.localStorage.setItem('theme', 'sepia'));
    await open(page, '/');
    await expect(html).toHaveAttribute('data-theme', 'light');
    await expect(html).toHaveAttribute('data-theme-choice', 'system');
  });

  test('follows another tab', async ({ page, context }) => {
    await open(page, '/');
    const other = await context.newPage();
    await open(other, chapter);
    await page.getByRole('button', { name: toggle }).click();
    await page.getByRole('button', { name: toggle }).click();
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(other.getByRole('button', { name: toggle })).toHaveAccessibleName(
      /当前为暗黑模式/,
    );
  });
});

test('the navbar stays while scrolling and holds title, logo, both items and the search', async ({
  page,
}) => {
  await open(page, chapter);
  await page.evaluate(() => {
    document.body.style.minHeight = '4000px';
    window.scrollTo({ top: 1500, behavior: 'instant' });
  });
  const navbar = page.getByRole('navigation', { name: '主导航' });
  await expect(navbar).toBeInViewport();
  expect((await navbar.boundingBox())?.y).toBe(0);
  await expect(navbar.locator('.navbar__title')).toHaveText('Spring Boot 教程');
  await expect(navbar.getByRole('img').first()).toBeVisible();
  await expect(navbar.getByRole('link', { name: '教程 Tutorial' })).toHaveAttribute('href', '/');
  const repository = navbar.getByRole('link', { name: 'GitHub' });
  await expect(repository).toHaveAttribute('href', /^https:\/\/github\.com\/[^/]+\/[^/]+$/);
  await expect(repository).toHaveAttribute('rel', /noopener/);
});

test('the footer is dark, with three columns and a copyright line', async ({ page }) => {
  await open(page, '/');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toHaveClass(/footer--dark/);
  await expect(footer.locator('.footer__title')).toHaveText([
    '教程 Tutorial',
    '社区 Community',
    '更多 More',
  ]);
  await expect(footer.locator('a[href$="/issues"]')).toBeVisible();
  await expect(footer.locator('a[href^="https://spring.io/"]').first()).toBeVisible();
  await expect(footer.locator('.footer__copyright')).toContainText('Copyright ©');
});

test('the skip link is the first stop and leads to the main content', async ({ page }) => {
  await open(page, chapter);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: '跳到主要内容' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const focused = page.locator(':focus');
  await expect(focused).toHaveCount(1);
  expect(await focused.evaluate((element) => !!element.closest('nav.navbar'))).toBe(false);
  expect(await focused.evaluate((element) => !!element.closest('.theme-layout-main'))).toBe(true);
});

test('breadcrumbs, edit link and version badge data stand on a chapter', async ({ page }) => {
  await open(page, chapter);
  const breadcrumbs = page.getByRole('navigation', { name: '页面路径' });
  await expect(breadcrumbs.getByRole('link', { name: '首页' })).toHaveAttribute('href', '/');
  await expect(breadcrumbs).toContainText(writtenParts()[0]?.label ?? '');
  await expect(page.getByRole('link', { name: '编辑此页' })).toHaveAttribute(
    'href',
    /^https:\/\/github\.com\/[^/]+\/[^/]+\/edit\/[^/]+\/docs\/chapters\/.+\.mdx$/,
  );
  await expect(page.locator('meta[name="docusaurus_version"]')).toHaveAttribute(
    'content',
    'current',
  );
});

test('the sidebar groups the written chapters by the outline’s parts, and leads to the appendix', async ({
  page,
}) => {
  await open(page, chapter);
  const sidebar = page.locator('.theme-doc-sidebar-container');
  const categories = sidebar.locator('.menu__list-item-collapsible');
  await expect(categories).toHaveText([...writtenParts().map(({ label }) => label), '附录']);
  expect(parts).toHaveLength(7);
  await sidebar.getByRole('button', { name: '附录' }).click();
  await sidebar.getByRole('link', { name: '最佳实践' }).click();
  await expect(page).toHaveURL(/\/appendix\/best-practices$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('最佳实践');
});

test('the sidebar hides and comes back', async ({ page }) => {
  await open(page, chapter);
  const sidebar = page.locator('.theme-doc-sidebar-menu');
  await page.getByRole('button', { name: '收起侧边栏' }).click();
  await expect(sidebar).toBeHidden();
  await page.getByRole('button', { name: '展开侧边栏' }).click();
  await expect(sidebar).toBeVisible();
});

test.describe('mobile sidebar', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test('locks the page behind it, goes back to the main menu, and closes on back', async ({
    page,
  }) => {
    await open(page, '/');
    await page.locator('a.pagination-nav__link--next').click();
    await expect(page).toHaveURL(chapter);
    const opener = page.getByRole('button', { name: '切换导航栏' });
    const sidebar = page.locator('.navbar-sidebar');
    const overflow = () => page.evaluate(() => document.body.style.overflow);
    await opener.click();
    await expect(page.locator('.navbar-sidebar--show')).toHaveCount(1);
    await expect(sidebar).toBeInViewport();
    expect(await overflow()).toBe('hidden');
    await sidebar.getByRole('button', { name: /回到主菜单/ }).click();
    await expect(sidebar.getByRole('link', { name: 'GitHub' })).toBeInViewport();
    await page.evaluate(() => window.history.back());
    await expect(page.locator('.navbar-sidebar--show')).toHaveCount(0);
    await expect(page).toHaveURL(chapter);
    expect(await overflow()).not.toBe('hidden');
  });

  test('closes by its button, and for good at desktop width', async ({ page }) => {
    await open(page, chapter);
    const opener = page.getByRole('button', { name: '切换导航栏' });
    const shown = page.locator('.navbar-sidebar--show');
    await opener.click();
    await expect(shown).toHaveCount(1);
    await page.getByRole('button', { name: '关闭导航栏' }).click();
    await expect(shown).toHaveCount(0);
    await opener.click();
    await expect(shown).toHaveCount(1);
    await page.setViewportSize({ width: 997, height: 667 });
    await expect(shown).toHaveCount(0);
    await page.setViewportSize({ width: 375, height: 667 });
    await expect(shown).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.body.style.overflow)).not.toBe('hidden');
  });
});

test('the desktop layout begins at 997 px', async ({ page }) => {
  await page.setViewportSize({ width: 996, height: 800 });
  await open(page, chapter);
  const opener = page.getByRole('button', { name: '切换导航栏' });
  await expect(opener).toBeVisible();
  await page.setViewportSize({ width: 997, height: 800 });
  await expect(opener).toBeHidden();
  await expect(page.locator('.theme-doc-sidebar-menu')).toBeVisible();
});

test.describe('prefetching', () => {
  const prefetches = 'link[rel="prefetch"]';

  test('fetches pages whose links are in view', async ({ page }) => {
    await open(page, '/');
    await expect(page.locator(prefetches).first()).toBeAttached();
  });

  for (const gesture of ['hover', 'touch'] as const) {
    test(`fetches the page behind a link on ${gesture}`, async ({ page }) => {
      await page.addInitScript(() => {
        // Nothing ever scrolls into view, so that only the gesture can be the reason.
        IntersectionObserver.prototype.observe = () => {};
      });
      await open(page, chapter);
      const pageCode = page.waitForRequest(/\/assets\/js\/(?!main|runtime)[^/]+\.js$/);
      const link = page.locator('.pagination-nav a').first();
      if (gesture === 'hover') await link.hover();
      else await link.dispatchEvent('touchstart');
      await pageCode;
      await expect(page).toHaveURL(chapter);
    });
  }

  for (const connection of [
    { effectiveType: '2g', saveData: false },
    { effectiveType: 'slow-2g', saveData: false },
    { effectiveType: '4g', saveData: true },
  ]) {
    test(`fetches nothing ahead with ${JSON.stringify(connection)}`, async ({ page }) => {
      await page.addInitScript((value) => {
        Object.defineProperty(Navigator.prototype, 'connection', {
          configurable: true,
          get: () => value,
        });
      }, connection);
      const ahead: string[] = [];
      // The page's own code has arrived once it has hydrated; what comes after is fetched ahead.
      await open(page, '/');
      page.on('request', (request) => ahead.push(request.url()));
      await page.locator(`.menu a[href="${chapter}"], a[href="${chapter}"]`).first().hover();
      await quiet(page);
      await expect(page.locator(prefetches)).toHaveCount(0);
      expect(ahead.filter((url) => url.endsWith('.js'))).toEqual([]);
    });
  }
});

test('the bundle carries the specified constants of the progress bar', () => {
  const scripts = join('build', 'assets', 'js');
  const bundle = readdirSync(scripts)
    .filter((name) => /^(main|runtime)/.test(name) || name.endsWith('.js'))
    .map((name) => readFileSync(join(scripts, name), 'utf8'))
    .find((text) => text.includes('nprogress'));
  expect(bundle).toMatch(/minimum:\.08\b/);
  expect(bundle).toMatch(/speed:200\b/);
  expect(bundle).toMatch(/trickleRate:\.02\b/);
  expect(bundle).toMatch(/trickleSpeed:800\b/);
  expect(bundle).toMatch(/showSpinner:!1/);
});

test('no page asks any host but its own and the ad script’s', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== lenientUrl) foreign.push(origin);
  });
  for (const path of ['/', chapter, '/appendix/faq']) {
    await open(page, path);
    await quiet(page);
  }
  expect(foreign.filter((origin) => origin !== 'https://pagead2.googlesyndication.com')).toEqual(
    [],
  );
});
