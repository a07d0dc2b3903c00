/** What the book's machinery puts on the pages appears: kinds, source links, stamp, exercises. */
import { expect, test, type Locator } from '@playwright/test';
import { readBlocks } from '../../scripts/content/checks/code';
import { attributeOf, readPages } from '../../scripts/content/pages';
import { bookFigures, totalFigures } from '../../scripts/examples/figures';
import { readEnvironment } from '../../src/config/environment';
import { writtenChapters } from '../../src/config/pages';
import { verification, versions } from '../../src/data';
import { lenientUrl } from '../support/settings';
import { open } from '../support/site';

const root = process.cwd();
const { repository, branch } = readEnvironment();
const sources = `https://github.com/${repository.owner}/${repository.name}/blob/${branch}/`;

for (const { id } of writtenChapters()) {
  test(`${id} shows its code with links to the source, its stamp and its exercises`, async ({
    page,
  }) => {
    const read = (await readPages(root)).find(({ chapter }) => chapter === id);
    if (!read) throw new Error(`no page for ${id}`);
    const { blocks } = readBlocks(read, root);
    await open(page, `${lenientUrl}/chapters/${id}`);

    const shown = await page.locator('article [data-kind]').evaluateAll((elements) =>
      elements.map((element) => ({
        kind: element.getAttribute('data-kind'),
        source: Array.from(element.querySelectorAll('a[href*="/blob/"]'), (link) =>
          link.getAttribute('href'),
        ),
      })),
    );
    expect(shown).toEqual(
      blocks.map(({ fence, include }) => {
        if (!include) return { kind: fence.kind ?? 'code', source: [] };
        const lines = include.isWholeFile ? '' : `#L${include.firstLine}-L${include.lastLine}`;
        return { kind: include.kind, source: [`${sources}${include.path}${lines}`] };
      }),
    );

    const names = read.elements
      .filter(({ name }) => name === 'Exercise')
      .map((element) => attributeOf(element, 'name'));
    const run = verification[id];
    if (run) {
      await expect(page.locator(`[data-stamp="${id}"]`)).toContainText(
        `已用 Spring Boot ${run.springBoot}、JDK ${run.jdk} 验证，${run.tests} 个测试全部通过`,
      );
    }
    await expect(page.locator('[data-exercise]')).toHaveCount(names.length);
    for (const name of names) {
      const exercise = page.locator(`[data-exercise="${name}"]`);
      await expect(exercise).toContainText(`mvn -f examples/${id}/exercises/${name} test`);
      const answer = exercise.locator('details', { hasText: '参考答案' });
      await expect(answer.locator('[data-kind]').first()).toBeHidden();
      await answer.locator('summary').click();
      await expect(answer.locator('[data-kind]').first()).toBeVisible();
    }
  });
}

test('the version table names what the build resolved', async ({ page }) => {
  const pages = await readPages(root);
  const withTable = pages.find(({ elements }) =>
    elements.some(({ name }) => name === 'VersionTable'),
  );
  if (!withTable) throw new Error('no page shows the version table');
  const path = withTable.path.replace(/^docs\//, '').replace(/\.mdx$/, '');
  await page.goto(`${lenientUrl}/${path}`);
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
  const pages = await bookFigures(root);
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
