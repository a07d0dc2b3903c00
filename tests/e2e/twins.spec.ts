/** Every page as Markdown beside it, the files for language models, and the links at a page's foot. */
import { existsSync, readFileSync } from 'node:fs';
import { load } from 'cheerio';
import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { writtenAppendixPages, writtenChapters } from '../../src/book/pages';
import { twinPath } from '../../src/twins/twinPath';
import { adScript, expect, open, siteOrigin, test } from '../support/site';

const paths = [
  '/',
  ...writtenChapters().map(({ id }) => `/chapters/${id}`),
  ...writtenAppendixPages().map(({ id }) => `/appendix/${id}`),
  '/changes',
];
const shortPage = '/chapters/chapter00-preface';

const fileOf = (path: string): string => `build${twinPath(path)}`;
const squeeze = (text: string): string => text.replace(/[\s\u200b]+/g, ' ').trim();

/** All nodes of a Markdown tree, in the order of the text. */
function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesOf(child);
}

function textOf(node: Nodes): string {
  return [...nodesOf(node)].map((inner) => ('value' in inner ? inner.value : '')).join('');
}

const parse = (markdown: string): Root => unified().use(remarkParse).use(remarkGfm).parse(markdown);

/** What a built page shows: its headings, and its listings to the letter. */
function shownBy(path: string): { headings: string[]; listings: string[] } {
  const $ = load(readFileSync(`build${path}/index.html`, 'utf8'));
  const text = $('.theme-doc-markdown');
  text.find('.hash-link').remove();
  text.find('pre br').replaceWith('\n');
  const listings = text.find('.theme-code-block pre').toArray();
  return {
    headings: text
      .find('h1, h2, h3, h4')
      .map((_, node) => squeeze($(node).text()))
      .get(),
    listings: listings.map((node) => $(node).text().trimEnd()),
  };
}

test('every page has a Markdown twin: the same headings and listings, whole addresses, and no markup of the page', () => {
  const wrong: string[] = [];
  for (const path of paths) {
    // Read once for all that is asked of it: the book is long.
    const nodes = [...nodesOf(parse(readFileSync(fileOf(path), 'utf8')))];
    const { headings, listings } = shownBy(path);
    const twinHeadings = nodes.filter(({ type }) => type === 'heading');
    expect(
      twinHeadings.map((node) => squeeze(textOf(node))),
      path,
    ).toEqual(headings);
    const blocks = nodes.filter((node) => node.type === 'code');
    expect(
      blocks.map(({ value }) => value.trimEnd()),
      path,
    ).toEqual(listings);
    for (const node of nodes) {
      if (node.type === 'html') wrong.push(`${path}: ${node.value}`);
      const isAddress = node.type === 'link' || node.type === 'image';
      if (isAddress && !/^https?:/.test(node.url)) wrong.push(`${path}: ${node.url}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('llms.txt names every page, its links lead to files, and llms-full.txt holds all of them', () => {
  const links = [...nodesOf(parse(readFileSync('build/llms.txt', 'utf8')))]
    .filter((node) => node.type === 'link')
    .map(({ url }) => url);
  expect(links).toEqual(paths.map((path) => siteOrigin() + twinPath(path)));
  for (const path of paths) expect(existsSync(fileOf(path)), path).toBe(true);
  const whole = readFileSync('build/llms-full.txt', 'utf8');
  for (const path of paths) expect(whole).toContain(readFileSync(fileOf(path), 'utf8'));
});

test.describe('at the foot of a page', () => {
  const tools = '[data-page-tools]';

  test('a link opens the page as Markdown, and a button copies the same text', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, shortPage);
    await page.locator(tools).getByRole('button', { name: '复制全文' }).click();
    await expect(page.locator(tools).getByRole('button', { name: '已复制' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(readFileSync(fileOf(shortPage), 'utf8'));
    const href = await page
      .locator(tools)
      .getByRole('link', { name: 'Markdown' })
      .getAttribute('href');
    expect(await (await page.request.get(href ?? '')).text()).toBe(copied);
  });

  test('the button copies where the browser allows it only within the press, as Safari does', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      let pressed = false;
      const release = (): void => void (pressed = false);
      const press = (): void => {
        pressed = true;
        setTimeout(release);
      };
      addEventListener('click', press, true);
      const { write, writeText } = Clipboard.prototype;
      const refuse = (): Promise<never> =>
        Promise.reject(new DOMException('not within a press', 'NotAllowedError'));
      Clipboard.prototype.write = function (items) {
        return pressed ? write.call(this, items) : refuse();
      };
      Clipboard.prototype.writeText = function (words) {
        return pressed ? writeText.call(this, words) : refuse();
      };
    });
    await open(page, shortPage);
    await page.locator(tools).getByRole('button', { name: '复制全文' }).click();
    await expect(page.locator(tools).getByRole('button', { name: '已复制' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(readFileSync(fileOf(shortPage), 'utf8'));
  });

  test('a button that cannot copy says so, and then offers it again', async ({
    page,
    problems,
  }) => {
    problems.allow(/status of 404/);
    await page.clock.install();
    await page.route(`**${twinPath(shortPage)}`, (route) => route.fulfill({ status: 404 }));
    await open(page, shortPage);
    await page.locator(tools).getByRole('button', { name: '复制全文' }).click();
    await expect(page.locator(tools).getByRole('button', { name: '复制失败' })).toBeVisible();
    await page.clock.fastForward(2000);
    await expect(page.locator(tools).getByRole('button', { name: '复制全文' })).toBeVisible();
  });

  test('a link opens the form for a mistake, with page and edition filled in', async ({ page }) => {
    await open(page, shortPage);
    const link = page.locator(tools).getByRole('link', { name: '报告错误' });
    const fields = new URL((await link.getAttribute('href')) ?? '').searchParams;
    expect(fields.get('page')).toBe(siteOrigin() + shortPage);
    expect(fields.get('edition')).toMatch(/^\d+\.\d+\.\d+，Spring Boot 4\.\d+\.\d+$/);
  });
});

test.describe('behind the heading of a section', () => {
  for (const way of ['pointer', 'keyboard'] as const) {
    test(`stands the form for a mistake, reached by ${way}`, async ({ page }) => {
      await open(page, shortPage);
      const heading = page.locator('.markdown h2[id]').first();
      const anchor = await heading.getAttribute('id');
      const words = squeeze(await heading.innerText());
      if (way === 'pointer') await heading.hover();
      else {
        await heading.locator('.hash-link').focus();
        await expect(heading.locator('[data-report]')).toBeAttached();
        await page.keyboard.press('Tab');
        await expect(heading.locator('[data-report]')).toBeFocused();
      }
      const link = heading.getByRole('link', { name: '报告错误' });
      await expect(link).toHaveCSS('opacity', '1');
      const fields = new URL((await link.getAttribute('href')) ?? '').searchParams;
      expect(fields.get('page')).toBe(`${siteOrigin()}${shortPage}#${anchor}`);
      expect(fields.get('section')).toBe(words);
      await expect(page.locator('[data-report]')).toHaveCount(1);
    });
  }

  test('a finger finds it too: where nothing hovers, a touched heading keeps it in sight', async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    try {
      const page = await context.newPage();
      await page.route(adScript, (route) => route.abort());
      await open(page, shortPage);
      const heading = page.locator('.markdown h2[id]').first();
      await heading.tap();
      const link = heading.getByRole('link', { name: '报告错误' });
      await expect(link).toHaveCSS('opacity', '1');
      await expect(link).toBeInViewport();
    } finally {
      await context.close();
    }
  });
});

test('without JavaScript links to the Markdown and to the form work, and no dead button stands there', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(shortPage);
    const tools = page.locator('[data-page-tools]');
    await expect(tools.getByRole('link', { name: '报告错误' })).toHaveAttribute(
      'href',
      /\/issues\/new\?/,
    );
    await expect(tools.getByRole('button', { includeHidden: true })).toBeHidden();
    await page.goto('/');
    await expect(page.locator('.markdown [data-offline]')).toBeHidden();
    await expect(page.locator('.markdown [data-reading-controls]')).toBeHidden();
    await page.goto(shortPage);
    await tools.getByRole('link', { name: 'Markdown' }).click();
    await expect(page.locator('body')).toContainText(
      readFileSync(fileOf(shortPage), 'utf8').slice(0, 40).trim(),
    );
  } finally {
    await context.close();
  }
});
