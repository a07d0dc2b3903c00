/** Parts of the frame that the real pages keep switched off, shown on the fixture site. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildFixture, expect, navigate, open, test } from '../support/fixtureSite';

const headings = '/one/headings';

test('the announcement stays closed once dismissed, until another one comes', async ({ page }) => {
  await open(page, '/');
  const bar = page.locator('.theme-announcement-bar');
  await expect(bar).toContainText('公告');
  // By keyboard: a pointer would then rest on the search box, whose index this fixture does not have.
  await bar.getByRole('button', { name: '关闭' }).press('Enter');
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expect(bar).toHaveCount(0);
  await page.evaluate(() => window.localStorage.setItem('docusaurus.announcement.id', 'first'));
  await page.reload();
  await expect(bar).toBeVisible();
});

test('the version dropdown remembers the choice under the docs instance’s key', async ({
  page,
}) => {
  await open(page, '/');
  const dropdown = page.locator('.navbar .dropdown').filter({ hasText: 'Next' });
  await dropdown.hover();
  await dropdown.getByRole('link', { name: '1.0' }).click();
  await expect(page).toHaveURL(/\/1\.0\/?$/);
  const stored = () =>
    page.evaluate(() => window.localStorage.getItem('docs-preferred-version-default'));
  expect(await stored()).toBe('1.0');
  await expect(page.locator('.theme-doc-version-badge')).toHaveText('版本：1.0');
  await open(page, '/crash');
  await expect(page.locator('.navbar .dropdown').filter({ hasText: '1.0' }).first()).toBeVisible();
});

test('the language dropdown lists each locale', async ({ page }) => {
  await open(page, '/');
  const dropdown = page.locator('.navbar .dropdown').filter({ hasText: '中文' });
  await dropdown.hover();
  await expect(dropdown.locator('.dropdown__menu a')).toHaveCount(2);
  await expect(dropdown.locator('.dropdown__menu a').nth(1)).toHaveAttribute('href', /\/en\//);
});

test('an unlisted page says so, is not indexed, and is in no sitemap', async ({ page }) => {
  await open(page, '/one/unlisted');
  await expect(page.locator('.theme-unlisted-banner')).toContainText('未列出');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
});

test('a draft has a banner, and no page in the build', async ({ page }) => {
  const { folder } = await buildFixture('docusaurus');
  expect(existsSync(join(folder, 'one', 'headings', 'index.html'))).toBe(true);
  expect(existsSync(join(folder, 'one', 'draft'))).toBe(false);
  await open(page, '/crash?kind=draft');
  await expect(page.locator('.theme-draft-banner')).toContainText('草稿');
});

test('opening one category closes the other', async ({ page }) => {
  await open(page, '/');
  const first = page.getByRole('button', { name: '第一部分' });
  const second = page.getByRole('button', { name: '第二部分' });
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await first.click();
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await second.click();
  await expect(second).toHaveAttribute('aria-expanded', 'true');
  await expect(first).toHaveAttribute('aria-expanded', 'false');
});

test('the table of contents lists levels 2 and 3', async ({ page }) => {
  await open(page, headings);
  await expect(page.locator('.table-of-contents a')).toHaveText(['二级', '三级', '末节']);
});

test('a page shows its heading below the navbar, or its top; a change of query alone stays', async ({
  page,
}) => {
  await open(page, '/');
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px';
    window.scrollTo({ top: 500, behavior: 'instant' });
  });
  await page.getByRole('link', { name: '到标题' }).click();
  const last = page.getByRole('heading', { name: '末节' });
  await expect(last).toBeInViewport();
  const navbar = await page.locator('.navbar').boundingBox();
  await expect
    .poll(async () => (await last.boundingBox())?.y)
    .toBeGreaterThanOrEqual((navbar?.height ?? 0) - 1);
  const atHeading = await page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollBy({ top: 200, behavior: 'instant' }));
  await page.getByRole('link', { name: '只改查询' }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(/\?q=1#last$/);
  expect(await page.evaluate(() => window.scrollY)).not.toBe(atHeading);
  await navigate(page, '/');
  await expect(page.getByRole('link', { name: '到标题' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
