/** The book's text out of the built pages, as the EPUB and the PDF hold it: one id space, links that stay inside. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import { bookPages, type BookPage as SitePage } from '../../src/book/chapters';
import { replaceEach, unfoldedText } from '../../src/twins/unfold';

/** A page of the book. */
export interface BookPage {
  /** Last part of its address; begins all its ids. */
  readonly name: string;
  readonly title: string;
  /** The part of the book it stands in. */
  readonly part: string;
  /** Its text, as a fragment; every id begins with `<name>--`, links into the book are `#<id>`. */
  readonly text: CheerioAPI;
}

/** A heading, for the contents. */
export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** Attributes that mean something outside the site; all others belong to its scripts and styles. */
const kept = new Set(
  'id class href src alt title lang colspan rowspan scope datetime start type'.split(' '),
);
/** Classes that the export's own style knows: colours of the code, and what `unfold` made. */
const keptClass = /^([a-z]|proof|file|theme-code-block-highlighted-line)$/;

/** Every id of a page, with the page's name before it. */
const idOf = (name: string, anchor: string): string =>
  anchor === '' ? name : `${name}--${anchor}`;

/** A listing is its file's name and the code, coloured as on the page. */
function plainListings($: CheerioAPI): void {
  replaceEach($, '.theme-code-block', (block) => {
    const title = block.find('[class*=codeBlockTitle]').html();
    const code = (block.find('pre code').html() ?? '').replace(/\n+$/, '');
    return `${title ? `<p class="file">${title}</p>` : ''}<pre><code>${code}</code></pre>`;
  });
}

/** Removes what has no meaning outside the site, and boxes that only laid the page out. */
function strip($: CheerioAPI): void {
  for (const node of $('*').toArray()) {
    for (const name of Object.keys($(node).attr() ?? {})) {
      if (!kept.has(name)) $(node).removeAttr(name);
    }
    const classes = ($(node).attr('class') ?? '').split(/\s+/).filter((one) => keptClass.test(one));
    if (classes.length > 0) $(node).attr('class', classes.join(' '));
    else $(node).removeAttr('class');
  }
}

/** Gives every id the page's name, and points links to pages of the book at their ids. */
function linkInside($: CheerioAPI, name: string, root: string): void {
  for (const node of $('[id]').toArray()) $(node).attr('id', idOf(name, $(node).attr('id') ?? ''));
  for (const node of $('a[href]').toArray()) {
    const href = $(node).attr('href') ?? '';
    if (!href.startsWith(root)) continue;
    const [path = '', anchor = ''] = href.slice(root.length).split('#');
    const target = bookPages.find((page) => page.path === path.replace(/\/$/, ''));
    if (target) $(node).attr('href', `#${idOf(target.id, decodeURIComponent(anchor))}`);
  }
}

const pictureTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};

/** Puts pictures that are files of the site into the text, so that it needs no network. */
function embedPictures($: CheerioAPI, site: string, root: string): void {
  for (const node of $('img[src]').toArray()) {
    const source = $(node).attr('src') ?? '';
    if (!source.startsWith(root)) continue;
    const file = join(site, decodeURIComponent(source.slice(root.length)));
    const type = pictureTypes[extname(file)];
    if (!type) throw new Error(`${source}：不认识的图片格式，加进 scripts/export/bookText.ts`);
    $(node).attr('src', `data:${type};base64,${readFileSync(file).toString('base64')}`);
  }
}

/** Links to ids that no page has lead to the page instead. */
function mendLinks(pages: readonly BookPage[]): void {
  const ids = new Set(pages.flatMap(({ name, text }) => [name, ...idsOf(text)]));
  const names = new Set(pages.map(({ name }) => name));
  for (const { text: $ } of pages) {
    for (const node of $('a[href^="#"]').toArray()) {
      const id = ($(node).attr('href') ?? '').slice(1);
      if (ids.has(id)) continue;
      const name = id.split('--')[0] ?? '';
      if (names.has(name)) $(node).attr('href', `#${name}`);
      else $(node).replaceWith($(node).html() ?? '');
    }
  }
}

const idsOf = ($: CheerioAPI): string[] =>
  $('[id]')
    .toArray()
    .map((node) => $(node).attr('id') ?? '');

/** The sections of a page. */
export function headingsOf({ text: $ }: BookPage): Heading[] {
  return $('h2[id]')
    .toArray()
    .map((node) => ({ id: $(node).attr('id') ?? '', text: $(node).text().trim() }));
}

/** One page out of its built document. */
function readPage(site: string, html: string, { id, path, part }: SitePage): BookPage {
  const document = load(html);
  const address = document('link[rel=canonical]').attr('href');
  if (!address) throw new Error(`${id} 的网页里没有 canonical 地址，请检查构建结果`);
  const root = address.replace(/\/$/, '').slice(0, -path.length);
  const text = unfoldedText(html, address);
  const title = text('h1').first().text().trim();
  text('header').remove();
  embedPictures(text, site, root);
  plainListings(text);
  strip(text);
  linkInside(text, id, root);
  return { name: id, title, part, text };
}

/**
 * Reads the book out of a built site, in the order of reading.
 *
 * @param site folder of the built site
 * @throws Error with one line when the site is not built
 */
export function readBook(site: string): BookPage[] {
  const pages = bookPages.flatMap((page) => {
    const file = join(site, page.path, 'index.html');
    return existsSync(file) ? [readPage(site, readFileSync(file, 'utf8'), page)] : [];
  });
  if (pages.length === 0) throw new Error(`${site} 里没有构建好的书，请先运行 npm run build`);
  mendLinks(pages);
  return pages;
}
