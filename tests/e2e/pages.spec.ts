/** Every spelling of a page's address, on a lenient and on a strict static host. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chapters } from '../../src/book/chapters';
import { writtenAppendixPages, writtenChapters } from '../../src/book/pages';
import { lenientUrl, strictUrl } from '../support/settings';
import {
  canonicalAddress,
  expect,
  hydrated,
  navigate,
  open,
  sitemapPaths,
  siteOrigin,
  test,
} from '../support/site';

const hosts = { lenient: lenientUrl, strict: strictUrl };
const category = '/appendix/appendix/category/附录';
const firstChapter = `/chapters/${writtenChapters()[0]?.id}`;

/** The shortest of some pages: what holds for an address holds for its siblings', and a short page loads sooner. */
function shortest(ids: readonly { readonly id: string }[], folder: string): string {
  const size = (path: string) => statSync(join('build', path, 'index.html')).size;
  const [path] = ids.map(({ id }) => `${folder}/${id}`).sort((a, b) => size(a) - size(b));
  return path ?? '/';
}

/** One page of each kind. */
const kinds = [
  shortest(writtenChapters(), '/chapters'),
  shortest(writtenAppendixPages(), '/appendix'),
  category,
];

test('the sitemap lists the home page, each written chapter and appendix page, the changes and the category', () => {
  const expected = [
    '/',
    category,
    '/changes',
    ...writtenChapters().map(({ id }) => `/chapters/${id}`),
    ...writtenAppendixPages().map(({ id }) => `/appendix/${id}`),
  ];
  expect([...sitemapPaths()].sort()).toEqual(expected.sort());
});

for (const [host, origin] of Object.entries(hosts)) {
  test.describe(`${host} host`, () => {
    test.use({ baseURL: origin });

    for (const path of kinds) {
      test(`every spelling of ${path} is that page`, async ({ page, problems }) => {
        // The browser itself reports the status a strict host answers with.
        problems.allow(/status of 404/);
        const isThePage = async (): Promise<void> => {
          expect(await canonicalAddress(page)).toBe(siteOrigin() + path);
          expect(decodeURI(new URL(page.url()).pathname)).not.toMatch(/html$/);
        };
        // The browser itself encodes what is not ASCII.
        await open(page, path);
        await isThePage();
        const heading = await page.locator('h1').innerText();
        for (const spelling of [`${path}.html`, `${path}/index.html`, `${path}/`]) {
          await test.step(spelling, async () => {
            await open(page, spelling);
            await expect(page.locator('h1')).toHaveText(heading);
            await isThePage();
          });
        }
      });
    }

    test('/index.html is the home page', async ({ page }) => {
      await open(page, '/index.html');
      expect(await canonicalAddress(page)).toBe(`${siteOrigin()}/`);
    });

    test('a query that cannot be decoded changes nothing', async ({ page }) => {
      await open(page, `${firstChapter}?q=%E0%A4%A&docusaurus-data-x=%&=`);
      await expect(page.locator('h1')).not.toContainText('Page Not Found');
      expect(await canonicalAddress(page)).toBe(siteOrigin() + firstChapter);
    });

    test('any other path is a readable not-found page', async ({ page, problems }) => {
      problems.allow(/status of 404/);
      for (const path of [
        '/nothing-here',
        '/chapters/chapter99-nothing',
        '/appendix/nothing',
        '/nothing.html',
        '/appendix/index.htm',
        '/%E0%A4%A',
        '/chapters/50%',
      ]) {
        await test.step(path, async () => {
          const response = await page.goto(path);
          expect(response?.status()).toBe(404);
          await hydrated(page);
          await expect(page).toHaveTitle(/找不到页面 Page Not Found/);
          const main = page.getByRole('main');
          await expect(main).toContainText('没有找到');
          await expect(main).toContainText('We could not find what you were looking for');
          await expect(main).toContainText('their link is broken');
        });
      }
    });

    test('/appendix leads to the faq', async ({ page }) => {
      for (const path of ['/appendix', '/appendix/']) {
        await page.goto(path);
        await page.waitForURL(/\/appendix\/faq\/?$/);
        await hydrated(page);
        await expect(page.locator('h1')).toHaveCount(1);
      }
    });
  });
}

test('every picture, file, style and script that a page or a style refers to is in the site', () => {
  const names = readdirSync('build', { recursive: true, encoding: 'utf8' });
  const there = new Set(names.map((name) => `/${name.replaceAll('\\', '/')}`));
  const inHtml = /\s(?:src|href|srcset|content)=(?:"([^"]*)"|([^\s>]+))/g;
  const inCss = /url\((?:"([^"]*)"|([^)]*))\)/g;
  const referred = names
    .filter((name) => /\.(?:html|css)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join('build', name), 'utf8');
      return [...text.matchAll(name.endsWith('.css') ? inCss : inHtml)].map(([, quoted, bare]) =>
        (quoted ?? bare ?? '').replace(/[?#].*$/, '').replace(siteOrigin(), ''),
      );
    })
    .filter((address) => /^\/(?!\/).*\.\w{2,5}$/.test(address))
    // What is no address of the site, a description that says “100 %” for one, may not be decodable.
    .map((address) => decodeURI(address));
  expect(referred.filter((address) => address.endsWith('.svg')).length).toBeGreaterThan(10);
  expect([...new Set(referred)].filter((address) => !there.has(address))).toEqual([]);
});

test('the index of the appendix tells of each page what its whole description says', async ({
  page,
}) => {
  await open(page, category);
  const entries = page.locator('.page-list > li');
  await expect(entries).toHaveCount(writtenAppendixPages().length);
  for (const { id } of writtenAppendixPages()) {
    const html = readFileSync(join('build', 'appendix', id, 'index.html'), 'utf8');
    // The build leaves out quotes that a value without spaces does not need.
    const [, quoted, bare] = /name="?description"? content=(?:"(.*?)"|([^\s>]+))/.exec(html) ?? [];
    const description = quoted ?? bare ?? '';
    expect(description).not.toBe('');
    const entry = entries.filter({ has: page.locator(`a[href="/appendix/${id}"]`) });
    await expect(entry).toContainText(description);
  }
});

test('/appendix leads to the faq inside the application, too', async ({ page }) => {
  await open(page, '/');
  await navigate(page, '/appendix');
  await expect(page).toHaveURL(/\/appendix\/faq$/);
  await expect(page).toHaveTitle(/报错/);
});

test('a malformed path stays readable while the reader moves inside it', async ({
  page,
  problems,
}) => {
  problems.allow(/status of 404/);
  await open(page, '/%E0%A4%A');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText('We could not find');
  await page.locator('.navbar__brand').click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('main')).not.toContainText('We could not find');
});

test('the map of the home page leads to every chapter and to every page of the appendix', async ({
  page,
}) => {
  await open(page, '/');
  const paths = await page
    .locator('[data-book-map] a')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
  expect(paths).toEqual([
    ...writtenChapters().map(({ id }) => `/chapters/${id}`),
    ...writtenAppendixPages().map(({ id }) => `/appendix/${id}`),
  ]);
});

test('a chapter without a page is in no sidebar and no footer', async ({ page }) => {
  await open(page, firstChapter);
  const written = new Set(writtenChapters().map(({ id }) => id));
  for (const { id } of chapters) {
    const links = page.locator(`nav a[href="/chapters/${id}"], footer a[href="/chapters/${id}"]`);
    if (!written.has(id)) await expect(links).toHaveCount(0);
  }
  const footerLinks = await page
    .locator('.theme-layout-footer a[href^="/chapters/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)));
  const footerChapters = [
    'chapter01-introduction',
    'chapter05-configuration',
    'chapter11-data-access',
  ];
  expect(footerLinks).toEqual(footerChapters.filter((id) => written.has(id)));
});

test('every rule of the best practices ends with links to the tests that prove it', async ({
  page,
}) => {
  await open(page, '/appendix/best-practices');
  const rules = await page.locator('.theme-doc-markdown h3').count();
  expect(rules).toBeGreaterThan(0);
  await expect(page.locator('[data-practice]')).toHaveCount(rules);
  const links = page.locator('[data-practice]').first().getByRole('link');
  const source = /\/blob\/.+\/examples\/best-practices\/.+\/ConstructorInjectionTest\.java#L\d+$/;
  await expect(links.nth(0)).toHaveAttribute('href', source);
  await expect(links.nth(1)).toHaveAttribute('href', source);
  await expect(links.nth(2)).toHaveText('第 1 章 认识 Spring Boot');
});
