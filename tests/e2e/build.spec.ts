/**
 * What builds say: that for a project page, silent and working where it was built for, and those of the fixture
 * site. One worker makes them all, one after another, while the others test what needs none. Playwright leaves
 * the tests whose workers hold a site of their own until the end: they find theirs made.
 */
import { expect, hydrated, open, sitemapPaths, test } from '../support/site';
import { buildProjectPage, buildTimeoutMs, projectBase as baseUrl } from '../support/builds';
import { buildFixture } from '../support/fixtureSite';
import { startStrictServer } from '../support/staticServer';

test.describe.configure({ mode: 'default', timeout: buildTimeoutMs });

test('the build warns of nothing: no broken link, anchor, Markdown link or duplicate route', async () => {
  const { status, log } = await buildProjectPage();
  expect(status, log).toBe(0);
  expect(log).toContain('[SUCCESS]');
  expect(log.split('\n').filter((line) => /\[(WARNING|ERROR)\]|deprecat/i.test(line))).toEqual([]);
});

test('broken anchors warn', async () => {
  const { status, log } = await buildFixture('docusaurus');
  expect(status).toBe(0);
  expect(log).toMatch(/\[WARNING\] Docusaurus found broken anchors!/);
  expect(log).toContain('/one/headings#gone');
});

test('the build refuses what no page may contain, naming the ids that exist', async () => {
  const { status, log } = await buildFixture('broken');
  expect(status).not.toBe(0);
  for (const message of [
    "页面模块缺少默认导出。The page component at /no-default doesn't have a default export",
    '导航栏里有一项的类型不存在。No NavbarItem component found for type "custom-nowhere".',
    '没有这个编号的侧边栏，可用的编号列在后面。Can\'t find any sidebar with id "nowhere"',
    '- fixtureSidebar',
    '没有这个编号的文档，可用的编号列在后面。Couldn\'t find any doc with id "nowhere"',
    '- one/headings',
    '导航栏里有一项没能显示，请检查它的配置。A theme navbar item failed to render',
    "没有这个版本，可用的版本列在后面。No docs version exist for name '9.9'",
    '- 1.0',
  ]) {
    expect(log).toContain(message);
  }
});

test('broken links stop the build; broken Markdown links and duplicate routes warn', async () => {
  const { status, log } = await buildFixture('warning');
  expect(status).not.toBe(0);
  expect(log).toMatch(/Docusaurus found broken links![\s\S]*linking to \/gone/);
  expect(log).toMatch(/\[WARNING\] Duplicate routes found!/);
  expect(log).toMatch(/\[WARNING\] Docs markdown link couldn't be resolved: \(\.\/gone\.mdx\)/);
});

test('a project page works under its base URL', async ({ page, problems }) => {
  const build = await buildProjectPage();
  problems.allow(/status of 404/);
  const server = await startStrictServer(build.folder, baseUrl);
  const [home, ...others] = [...sitemapPaths(build.folder)].sort();
  expect(home).toBe(baseUrl);
  await open(page, server.url + baseUrl);
  const icon = await page.locator('link[rel=icon]').first().getAttribute('href');
  expect((await page.request.get(new URL(icon ?? '', server.url).href)).ok(), icon ?? '').toBe(
    true,
  );
  await page.goto(`${server.url}${baseUrl}appendix`);
  await page.waitForURL(/\/repo\/appendix\/faq\/?$/);
  await open(page, `${server.url}${others[0]}.html`);
  await expect(page.locator('h1')).not.toContainText('Page Not Found');
  await open(page, `${server.url}${baseUrl}nothing`);
  await expect(page.locator('h1')).toContainText('Page Not Found');
  await page.locator('.navbar__brand').click();
  await expect(page).toHaveURL(server.url + baseUrl);
  await server.close();
});

test('served at another path than it was built for, the home page says what is wrong', async ({
  page,
  problems,
}) => {
  const build = await buildProjectPage();
  problems.allow(/status of 404|MIME type|Failed to load/);
  const server = await startStrictServer(build.folder, '/');
  await page.goto(server.url);
  await expect(page.getByText('Current configured baseUrl =')).toContainText(baseUrl);
  await expect(page.getByText('We suggest trying baseUrl =')).toContainText('/');
  await server.close();
  const right = await startStrictServer(build.folder, baseUrl);
  await page.goto(right.url + baseUrl);
  await hydrated(page);
  await expect(page.getByText('Current configured baseUrl =')).toHaveCount(0);
  await right.close();
});
