/**
 * What holds for every page of the book. The tests of a page share one load of it: a long chapter takes
 * longer to open than to look at.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { readBlocks } from '../../scripts/content/checks/code';
import type { Page as BookPage } from '../../scripts/content/pages';
import { attributeOf } from '../../src/lib/markdown';
import { readEnvironment } from '../../src/build/environment';
import { writtenChapters } from '../../src/book/pages';
import { readRows } from '../../src/code/include/table';
import { readProof, summaryOf } from '../../src/data/proofs';
import { setTheme, thinOut, violations } from '../support/axe';
import { chapterPage } from '../support/bookPages';
import { drawnAnew, noteElements } from '../support/kept';
import { bringListingsNear, openPage } from '../support/reading';
import { lenientUrl, strictUrl } from '../support/settings';
import {
  adScript,
  canonicalAddress,
  open,
  sitemapPaths,
  siteOrigin,
  watchProblems,
} from '../support/site';

const root = process.cwd();
const { repository, branch } = readEnvironment();
const sources = `https://github.com/${repository.owner}/${repository.name}/blob/${branch}/`;

const desktop = { width: 1280, height: 900 };
const phone = { width: 360, height: 780 };
const narrow = { width: 320, height: 700 };
/** A 1280 px window at 200 % zoom. */
const zoomed = { width: 640, height: 450 };

/** More elements than are left of any page where only what repeats is gone: of chapter 11, 800 of 7,500. */
const mostKinds = 1500;

/** How far the page itself scrolls sideways, in px. */
async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** The page as it is described in its file: title, description, one heading, its own address. */
async function expectDescription(page: Page, path: string): Promise<void> {
  await expect(page).toHaveTitle(/\S+ \| Spring Boot 教程$|^Spring Boot 教程/);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\S/);
  await expect(page.locator('h1')).toHaveCount(1);
  expect(await canonicalAddress(page)).toBe(siteOrigin() + path);
  // Search engines reject a trail of one page.
  const trails = await page.locator('script[type="application/ld+json"]').allTextContents();
  for (const trail of trails) {
    const { itemListElement } = JSON.parse(trail) as { itemListElement: readonly unknown[] };
    expect(itemListElement.length, trail).toBeGreaterThan(1);
  }
}

/** Nothing scrolls sideways but what has a scroll bar of its own. */
async function expectFit(page: Page): Promise<void> {
  for (const size of [narrow, zoomed]) {
    await page.setViewportSize(size);
    expect(await sidewaysScroll(page), `${size.width} px`).toBeLessThanOrEqual(0);
  }
  await expect(page.locator('.markdown table:not(.table-scroll > table)')).toHaveCount(0);
}

/** Every block of the chapter's file, in order, with its kind and the links to its source; recorded tables as tables. */
async function expectBlocks(page: Page, read: BookPage): Promise<void> {
  const shown = await page.locator('article [data-kind]').evaluateAll((elements) =>
    elements.map((element) => ({
      kind: element.getAttribute('data-kind'),
      source: Array.from(element.querySelectorAll('a[href*="/blob/"]'), (link) =>
        link.getAttribute('href'),
      ),
    })),
  );
  const { blocks } = readBlocks(read, root);
  const tables = blocks.filter(({ include }) => include?.kind === 'table');
  for (const { include } of tables) {
    // A table has no frame and no link: its first row stands at the head of one of the page's tables.
    const [header = []] = readRows(readFileSync(join(root, include?.path ?? ''), 'utf8'));
    const cells = header.map((cell) => cell.replaceAll('`', ''));
    const heads = await page
      .locator('article table thead tr')
      .evaluateAll((rows) =>
        rows.map((row) => Array.from(row.querySelectorAll('th'), (cell) => cell.textContent)),
      );
    expect(heads).toContainEqual(cells);
  }
  const listings = blocks.filter(({ include }) => include?.kind !== 'table');
  expect(shown).toEqual(
    listings.map(({ fence, include }) => {
      if (!include) return { kind: fence.kind ?? 'code', source: [] };
      const lines = include.isWholeFile ? '' : `#L${include.firstLine}-L${include.lastLine}`;
      return { kind: include.kind, source: [`${sources}${include.path}${lines}`] };
    }),
  );
}

async function expectStamp(page: Page, id: string): Promise<void> {
  const proof = readProof(process.cwd(), id);
  if (!proof) return;
  const run = summaryOf(proof);
  await expect(page.locator(`[data-stamp="${id}"]`)).toContainText(
    `已用 Spring Boot ${run.springBoot}、JDK ${run.jdk} 验证，${run.tests} 个测试全部通过`,
  );
}

/** The chapter's exercises, each with its command and an answer that unfolds. */
async function expectExercises(page: Page, id: string, { elements }: BookPage): Promise<void> {
  const names = elements
    .filter(({ name }) => name === 'Exercise')
    .map((element) => attributeOf(element, 'name'));
  await expect(page.locator('[data-exercise]')).toHaveCount(names.length);
  for (const name of names) {
    const exercise = page.locator(`[data-exercise="${name}"]`);
    await expect(exercise).toContainText(`mvn -f examples/${id}/exercises/${name} test`);
    const answer = exercise.locator('details', { hasText: '参考答案' });
    await expect(answer.locator('[data-kind]').first()).toBeHidden();
    // Not by mouse: where a listing above is laid out at that moment, the answer may move away below the pointer.
    await answer.locator('summary').press('Enter');
    await expect(answer.locator('[data-kind]').first()).toBeVisible();
  }
}

/** Folds every answer and hint, whatever the test before this one has unfolded. */
async function fold(page: Page): Promise<void> {
  const unfolded = page.locator('article details[open] > summary');
  await unfolded.evaluateAll((summaries) =>
    summaries.forEach((summary) => (summary as HTMLElement).click()),
  );
  await expect(unfolded).toHaveCount(0);
}

/** At which widths each theme's colours are looked at: at both, or light at the one and dark at the other. */
type Colours = 'at both widths' | 'once';

/**
 * Everything axe knows, in both themes, at 1280 and at 360 px. What the theme changes are colours, so the
 * other rules look once at each width; and colours are looked at where nothing repeats. Those of a text do not
 * depend on the width (`styles.spec.ts`), and the frame around it is the same on all chapters.
 */
async function expectAccessible(page: Page, colours: Colours): Promise<void> {
  // Before the window grows, which takes seconds where there are hundreds of blocks.
  await thinOut(page, 'article pre > code');
  // An entry that is not laid out keeps about as much room as it will take: what axe measures in one that is longer
  // would lie on the next.
  await page.addStyleTag({ content: '[data-section] { content-visibility: visible !important }' });
  await page.setViewportSize(desktop);
  await expect(page.getByRole('button', { name: '切换导航栏' })).toBeHidden();
  // Where the footer comes, the sidebar slides below the navbar: part of a link is too small for a finger there.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await setTheme(page, 'light');
  expect(await violations(page, 'structure'), '1280 px').toEqual([]);
  await thinOut(page, 'main, .theme-doc-sidebar-container, .footer');
  // Where each listing counts as a kind of its own nothing repeats, and axe takes five times as long.
  expect(await page.locator('*').count(), 'elements left').toBeLessThan(mostKinds);
  expect(await violations(page, 'colours'), 'light, 1280 px').toEqual([]);
  await setTheme(page, 'dark');
  if (colours === 'at both widths') {
    expect(await violations(page, 'colours'), 'dark, 1280 px').toEqual([]);
  }
  await page.setViewportSize(phone);
  await expect(page.getByRole('button', { name: '切换导航栏' })).toBeVisible();
  expect(await violations(page, 'all'), 'dark, 360 px').toEqual([]);
  if (colours === 'once') return;
  await setTheme(page, 'light');
  expect(await violations(page, 'colours'), 'light, 360 px').toEqual([]);
}

/** A page of each frame. */
const framed = sitemapPaths().filter((path) => !/chapter(?!03)\d/.test(path));

const chapterIds = new Map(writtenChapters().map(({ id }) => [`/chapters/${id}`, id]));

for (const path of sitemapPaths()) {
  test.describe(path, () => {
    // In order, by one worker, each even if another fails: then on a page opened anew.
    test.describe.configure({ mode: 'default' });

    let page: Page;
    let unexpected: () => readonly string[];
    let failAds = (): void => {};

    test.beforeAll(async ({ browser }) => {
      page = await browser.newPage({ viewport: narrow, reducedMotion: 'reduce' });
      unexpected = watchProblems(page).unexpected;
      // Their places stand on the page until the last test needs them gone.
      const failing = new Promise<void>((done) => (failAds = done));
      await page.route(adScript, async (route) => {
        await failing;
        await route.abort();
      });
      // A page that is thinned out later must not grow any more.
      await bringListingsNear(page);
      await noteElements(page);
      // The strict host, whose redirect to the trailing slash is one thing more to get right.
      await open(page, strictUrl + path);
    });

    test.afterAll(() => page.close());

    test('answers, keeps what came, describes itself, and fits 320 px and 200 % zoom', async ({
      request,
    }) => {
      const responses = await Promise.all(
        [lenientUrl, strictUrl].map((origin) => request.get(origin + path)),
      );
      expect(responses.map((response) => response.status())).toEqual([200, 200]);
      const [lenient, strict] = await Promise.all(responses.map((response) => response.text()));
      expect(strict).toBe(lenient);
      expect(await drawnAnew(page)).toEqual([]);
      await expectDescription(page, path);
      await expectFit(page);
      expect(unexpected()).toEqual([]);
    });

    const chapter = chapterIds.get(path);
    if (chapter !== undefined) {
      test('shows its code with links to the source, its stamp and its exercises', async () => {
        const read = await chapterPage(chapter);
        await expectBlocks(page, read);
        await expectStamp(page, chapter);
        await expectExercises(page, chapter, read);
        expect(unexpected()).toEqual([]);
      });
    }

    // The last one: it leaves little of the page.
    test('axe finds nothing in both themes, wide and narrow', async () => {
      // axe looks at thousands of elements six times over, on whatever machine this is.
      test.slow();
      failAds();
      await expect(page.locator('aside[data-slot]')).toHaveCount(0);
      await fold(page);
      expect(unexpected()).toEqual([]);
      await expectAccessible(page, framed.includes(path) ? 'at both widths' : 'once');
    });
  });
}

test('axe finds nothing on the not-found page in both themes, wide and narrow', async ({
  page,
}) => {
  await openPage(page, '/no-such-page');
  await expectAccessible(page, 'at both widths');
});
