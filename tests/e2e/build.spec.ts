/** The build for a project page under `/repo/`: silent, and working where it was built for. */
import { expect, hydrated, open, sitemapPaths, test as base } from '../support/site';
import { buildTimeoutMs, buildVariant, type BuildResult } from '../support/builds';
import { startStrictServer } from '../support/staticServer';

const baseUrl = '/repo/';

const test = base.extend<object, { build: BuildResult }>({
  build: [
    async ({}, use) => use(await buildVariant('project-page', { BASE_URL: baseUrl })),
    { scope: 'worker', timeout: buildTimeoutMs },
  ],
});

test('the build warns of nothing: no broken link, anchor, Markdown link or duplicate route', ({
  build,
}) => {
  expect(build.status, build.log).toBe(0);
  expect(build.log).toContain('[SUCCESS]');
  expect(
    build.log.split('\n').filter((line) => /\[(WARNING|ERROR)\]|deprecat/i.test(line)),
  ).toEqual([]);
});

test('a project page works under its base URL', async ({ page, build, problems }) => {
  problems.allow(/status of 404/);
  const server = await startStrictServer(build.folder, baseUrl);
  const [home, ...others] = [...sitemapPaths(build.folder)].sort();
  expect(home).toBe(baseUrl);
  await open(page, server.url + baseUrl);
  const image = page.locator('.navbar__logo img').first();
  await expect
    .poll(() => image.evaluate((logo: HTMLImageElement) => logo.naturalWidth))
    .toBeGreaterThan(0);
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
  build,
  problems,
}) => {
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
