/**
 * The bytes a page costs before a reader touches anything, against `budget.json`: gzipped at level 6, each page
 * by its type, what is only prefetched apart. Growth fails here; a budget is raised on purpose or not at all.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { gzipped, sum, type PageBytes } from '../support/bytes';
import { expect, open, sitemapPaths, test, quiet } from '../support/site';

type Kind = 'home' | 'chapter' | 'appendix' | 'collection' | 'category';

/** They grow with every chapter or correction, and are read by one entry at a time. */
const collections: readonly string[] = ['/appendix/faq', '/appendix/best-practices', '/changes'];

const budgets = JSON.parse(readFileSync('budget.json', 'utf8')) as Readonly<
  Record<Kind, PageBytes>
>;

function kindOf(path: string): Kind {
  if (path === '/') return 'home';
  if (path.startsWith('/chapters/')) return 'chapter';
  if (collections.includes(path)) return 'collection';
  return path.includes('/category/') ? 'category' : 'appendix';
}

const documentOf = (path: string): string => `build${path.replace(/\/$/, '')}/index.html`;
const pages = sitemapPaths().map((path) => ({ path, kind: kindOf(path) }));

test('every page of the site stays within the budget of its kind, as far as its document goes', () => {
  const tooLarge = pages
    .map(({ path, kind }) => ({ path, kind, bytes: gzipped(documentOf(path)) }))
    .filter(({ kind, bytes }) => bytes > budgets[kind].document)
    .map(({ path, kind, bytes }) => `${path}: ${bytes} > ${budgets[kind].document}`);
  expect(tooLarge).toEqual([]);
});

/** Files of the build that a page asks for by itself, each once: a script by an element, not by a link that prefetches. */
async function filesOf(page: Page, path: string): Promise<readonly string[]> {
  await open(page, path);
  await quiet(page);
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, initiatorType }) => name.endsWith('.css') || initiatorType === 'script')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/')),
  );
  return [...new Set(files)].map((file) => `build${file}`);
}

for (const kind of Object.keys(budgets) as Kind[]) {
  test(`the heaviest page of its kind stays within the budget: ${kind}`, async ({ page }) => {
    const heaviest = pages
      .filter((candidate) => candidate.kind === kind)
      .map(({ path }) => ({ path, bytes: gzipped(documentOf(path)) }))
      .sort((a, b) => b.bytes - a.bytes)[0];
    if (!heaviest) throw new Error(`no page is a ${kind}`);
    const files = await filesOf(page, heaviest.path);
    const styles = sum(files.filter((file) => file.endsWith('.css')));
    const scripts = sum(files.filter((file) => file.endsWith('.js')));
    expect(styles).toBeGreaterThan(0);
    expect(scripts).toBeGreaterThan(0);
    expect(styles, 'styles').toBeLessThanOrEqual(budgets[kind].styles);
    expect(scripts, 'scripts').toBeLessThanOrEqual(budgets[kind].scripts);
  });
}
