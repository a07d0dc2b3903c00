/** What the book's machinery counts and resolves appears on the pages. */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator } from '@playwright/test';
import { pagePaths } from '../../scripts/content/pages';
import { bookFigures, totalFigures } from '../../scripts/examples/figures';
import { versions } from '../../src/data';
import { lenientUrl } from '../support/settings';

test('the version table names what the build resolved', async ({ page }) => {
  const path = pagePaths('.').find((file) => readFileSync(file, 'utf8').includes('<VersionTable'));
  if (!path) throw new Error('no page shows the version table');
  await page.goto(`${lenientUrl}/${path.replace(/^docs\/|\.mdx$/g, '')}`);
  for (const { name, version } of versions.libraries) {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name, exact: true }) });
    await expect(row).toContainText(version);
  }
});

test('the preface shows the figures that the book yields when it is counted anew', async ({
  page,
}) => {
  const pages = await bookFigures(process.cwd());
  const { lines, linesFromFiles, tests, outputs, errors, exercises } = totalFigures(pages);
  await page.goto(`${lenientUrl}/chapters/chapter00-preface`);
  const row = (name: string): Locator =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
  await expect(row('写成的页')).toContainText(String(pages.length));
  await expect(row('示例的测试，全部通过')).toContainText(String(tests));
  await expect(row('页面上的代码与输出，行')).toContainText(String(lines));
  await expect(row('录制的输出')).toContainText(String(outputs));
  await expect(row('复现过的报错')).toContainText(String(errors));
  await expect(row('由测试判分的练习')).toContainText(String(exercises));
  const share = await row('其中来自文件').getByRole('cell').nth(1).innerText();
  expect(Number.parseFloat(share)).toBeCloseTo((100 * linesFromFiles) / lines, 0);
});
