/** Each entry of the specification's error catalogue, provoked on the fixture site. */
import type { Page } from '@playwright/test';
import { expect, navigate, open, test } from '../support/fixtureSite';

const retry = (page: Page) => page.getByRole('button', { name: '重试 Try again' });

/** Stops the page's component from failing the next time it is tried. */
async function repair(page: Page): Promise<void> {
  await page.evaluate(() => (document.documentElement.dataset.repaired = 'yes'));
}

test.describe('page crash', () => {
  test.beforeEach(({ problems }) => problems.allow(/./));

  test('names itself, shows the chain of messages, and recovers on another try', async ({
    page,
  }) => {
    await open(page, '/crash?kind=causes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      '这个页面崩溃了。This page crashed.',
    );
    await expect(page).toHaveTitle(/页面出错 Page Error/);
    await expect(page.getByRole('main')).toContainText(/外层出错\s+Cause:\s+里层的原因/);
    await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible();
    await repair(page);
    await retry(page).click();
    await expect(page.getByText('内容到了')).toBeVisible();
    await expect(page).toHaveTitle(/夹具/);
  });

  test('a failing navbar item names its configuration and its cause', async ({ page }) => {
    // The whole application is replaced, the marks of hydration included.
    await page.goto('/?navbar=crash');
    await expect(page).toHaveTitle('页面出错 Page Error');
    const main = page.getByRole('main');
    await expect(main).toContainText('这个页面崩溃了。This page crashed.');
    await expect(main).toContainText('导航栏里有一项没能显示，请检查它的配置。A theme navbar item');
    await expect(main).toContainText('"note": "crashes on demand"');
    await expect(main).toContainText('导航项坏了');
    await repair(page);
    await retry(page).click();
    await expect(page.getByRole('heading', { level: 1, name: '夹具首页' })).toBeVisible();
  });

  test('takes the ads of the page away, and what they were waiting for', async ({ page }) => {
    await page.clock.install();
    await open(page, '/one/crash');
    const slots = page.locator('aside[data-slot]');
    await page.clock.runFor(3000);
    await expect(slots.locator('ins').first()).toBeAttached();
    await page.getByRole('button', { name: '崩溃' }).click();
    await expect(page.getByRole('main')).toContainText('这个页面崩溃了。This page crashed.');
    await expect(page.getByRole('main')).toContainText('按钮按坏了');
    await expect(slots).toHaveCount(0);
    await page.clock.runFor(6000);
    await expect(page.locator('aside[data-slot], ins')).toHaveCount(0);
    expect(await page.evaluate(() => (window.adsbygoogle as unknown as object[]).length)).toBe(0);
  });

  for (const [kind, messages] of Object.entries({
    type: ['导航栏里有一项的类型不存在。No NavbarItem component found for type "custom-nowhere"'],
    context: ['组件用在了路由之外', 'Unexpected: no Docusaurus route context found'],
    sidebar: ['没有这个编号的侧边栏', 'any sidebar with id "nowhere"', '- fixtureSidebar'],
    doc: ['没有这个编号的文档', 'any doc with id "nowhere"', '- one/headings'],
    version: ['没有这个版本', "No docs version exist for name '9.9'", '- current', '- 1.0'],
  })) {
    test(`unknown or missing: ${kind}`, async ({ page }) => {
      await open(page, `/crash?kind=${kind}`);
      for (const message of messages) await expect(page.getByRole('main')).toContainText(message);
      await expect(retry(page)).toBeVisible();
    });
  }
});

test('a failed lazy load shows its error, and Retry loads it', async ({ page }) => {
  await open(page, '/crash?kind=failing');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('没能加载');
  await expect(alert).toContainText('Error: chunk 7 失踪');
  await page.getByRole('button', { name: '重试 Retry' }).click();
  await expect(alert).toContainText('chunk 7 失踪');
  await repair(page);
  await page.getByRole('button', { name: '重试 Retry' }).click();
  await expect(page.getByText('内容到了')).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a slow lazy load shows a spinner after 200 ms, not before', async ({ page }) => {
  await page.clock.install();
  await open(page, '/crash');
  await page.clock.pauseAt(Date.now() + 60_000);
  await navigate(page, '/crash?kind=slow');
  const spinner = page.getByRole('status').filter({ hasText: '正在加载' });
  await expect(page.getByRole('heading', { name: '夹具' })).toBeVisible();
  await page.clock.runFor(190);
  await expect(spinner).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(spinner).toBeVisible();
});
