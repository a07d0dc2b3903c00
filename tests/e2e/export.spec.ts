/** The book to take along, made out of the built site: what a reader finds in the EPUB and in the PDF. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from 'cheerio';
import { strFromU8, unzipSync } from 'fflate';
import { readBook, type BookPage } from '../../scripts/export/bookText';
import { makeEpub, type BookMeta } from '../../scripts/export/epub';
import { makePdf } from '../../scripts/export/pdf';
import { onPath } from '../../scripts/debian';
import { writtenAppendixPages, writtenChapters } from '../../src/book/pages';
import { expect, test } from '../support/site';

const style = readFileSync('scripts/export/book.css', 'utf8');
const squeeze = (text: string): string => text.replace(/[\s\u200b]+/g, ' ').trim();

/** One pixel: covers are drawn by the command. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const meta: BookMeta = {
  title: 'Spring Boot 教程',
  subtitle: '整本书',
  address: 'https://book.example.com/',
  date: new Date('2026-01-02T03:04:05Z'),
  cover: pixel,
};

// Reading the whole book takes longer than all that is asked of it: one worker reads it, once.
test.describe.configure({ mode: 'default' });

let epub: Uint8Array;
/** The files of the EPUB, by path. */
let files: Readonly<Record<string, Uint8Array>>;
/** What is printed. */
let pdfPages: readonly BookPage[];

test.beforeAll(() => {
  const book = readBook('build');
  // Copied: the EPUB points their links at its files.
  pdfPages = book
    .slice(0, 2)
    .map((page) => ({ ...page, text: load(page.text.html(), null, false) }));
  epub = makeEpub(book, meta, style);
  files = unzipSync(epub);
});

const textOf = (path: string): string => strFromU8(files[path] ?? new Uint8Array());

/** What a built page shows. */
function shownBy(path: string): { headings: string[]; listings: string[] } {
  const $ = load(readFileSync(join('build', path, 'index.html'), 'utf8'));
  const text = $('.theme-doc-markdown');
  text.find('.hash-link').remove();
  text.find('pre br').replaceWith('\n');
  return {
    headings: text
      .find('h1, h2, h3, h4')
      .toArray()
      .map((node) => squeeze($(node).text())),
    listings: text
      .find('.theme-code-block pre')
      .toArray()
      .map((node) => $(node).text().trimEnd()),
  };
}

const pages = [
  ...writtenChapters().map(({ id }) => `chapters/${id}`),
  ...writtenAppendixPages().map(({ id }) => `appendix/${id}`),
];

test('the EPUB holds every page with its headings, listings and pictures', () => {
  for (const path of pages) {
    const name = path.split('/')[1] ?? '';
    const $ = load(textOf(`book/${name}.xhtml`), { xml: true });
    const { headings, listings } = shownBy(path);
    const own = $('h1, h2, h3, h4').toArray();
    expect(
      own.map((node) => squeeze($(node).text())),
      path,
    ).toEqual(headings);
    expect(
      $('pre')
        .toArray()
        .map((node) => $(node).text()),
      path,
    ).toEqual(listings);
    for (const node of $('img').toArray()) {
      const { src = '', alt = '' } = node.attribs;
      expect(Object.keys(files), path).toContain(`book/${src}`);
      expect(alt, `${path}: ${src}`).not.toBe('');
    }
  }
});

test('links of the EPUB stay inside where they can, and lead to what is there', () => {
  const ids = new Map(
    Object.keys(files)
      .filter((path) => path.endsWith('.xhtml'))
      .map((path) => {
        const $ = load(textOf(path), { xml: true });
        const all = $('[id]').toArray();
        return [path.replace('book/', ''), new Set(all.map((node) => node.attribs.id))];
      }),
  );
  let inside = 0;
  for (const path of ids.keys()) {
    const $ = load(textOf(`book/${path}`), { xml: true });
    for (const node of $('a[href]').toArray()) {
      const { href = '' } = node.attribs;
      if (/^https?:/.test(href)) continue;
      const [file = '', id] = href.split('#');
      expect([...ids.keys()], `${path}: ${href}`).toContain(file);
      if (id) expect(ids.get(file)?.has(id), `${path}: ${href}`).toBe(true);
      inside++;
    }
  }
  expect(inside).toBeGreaterThan(500);
  // The contents lead to every page.
  for (const page of pages) expect(textOf('book/contents.xhtml')).toContain(page.split('/')[1]);
});

test('epubcheck finds nothing wrong with the EPUB', ({}, testInfo) => {
  test.setTimeout(240_000);
  // Node is all that readers need to run these tests; CI has the rest.
  const canRun = !!onPath('mvn') && !!onPath('java');
  test.skip(!canRun && !testInfo.config.forbidOnly, '没有 Maven 与 Java，没有用 epubcheck 检查');
  const jars = testInfo.outputPath('jars');
  execFileSync('mvn', [
    '-q',
    '-B',
    '-f',
    'tests/fixtures/epubcheck/pom.xml',
    'dependency:copy-dependencies',
    `-DoutputDirectory=${jars}`,
  ]);
  const file = testInfo.outputPath('book.epub');
  writeFileSync(file, epub);
  // It ends with an error, and the findings on the console, when the file is not valid.
  const answer = execFileSync('java', [
    '-cp',
    join(jars, '*'),
    'com.adobe.epubcheck.tool.Checker',
    file,
  ]);
  expect(String(answer)).toContain('0 fatals / 0 errors / 0 warnings');
});

test('the PDF has an outline, page numbers and links, and cuts no listing off', async ({
  browser,
}, testInfo) => {
  const printed = testInfo.outputPath('book.html');
  mkdirSync(dirname(printed), { recursive: true });
  const data = Buffer.from(await makePdf(browser, dirname(printed), pdfPages, meta, style));
  const plain = data.toString('latin1');
  expect(plain.startsWith('%PDF-')).toBe(true);
  expect(plain).toContain('/Outlines');
  expect((plain.match(/\/Subtype \/Link/g) ?? []).length).toBeGreaterThan(20);
  expect((plain.match(/\/Type \/Page\b/g) ?? []).length).toBeGreaterThan(10);
  // The document that was printed, on a sheet as narrow as A4 between its margins.
  const tab = await browser.newPage({ viewport: { width: 665, height: 900 } });
  await tab.goto(pathToFileURL(printed).href);
  await tab.emulateMedia({ media: 'print' });
  const cut = await tab.evaluate(() =>
    [...document.querySelectorAll('pre, table, p, img')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent?.slice(0, 60)),
  );
  expect(cut).toEqual([]);
  await tab.close();
});
