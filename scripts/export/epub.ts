/** The book as an EPUB 3 file. */
import { strToU8, zipSync, type Zippable } from 'fflate';
import { load } from 'cheerio';
import { escapeHtml } from '../../src/lib/html';
import { headingsOf, type BookPage } from './bookText';

/** What the file says of itself. */
export interface BookMeta {
  readonly title: string;
  readonly subtitle: string;
  /** Address of the site; identifies the book. */
  readonly address: string;
  /** When this edition was made. */
  readonly date: Date;
  /** Cover, as PNG. */
  readonly cover: Uint8Array;
}

/** A file inside the EPUB and how its manifest names it. */
interface Item {
  readonly path: string;
  readonly type: string;
  readonly data: Uint8Array;
  readonly properties?: string;
  /** Whether it is read, in order. */
  readonly spine?: true;
}

const xhtml = 'application/xhtml+xml';
const escape = (text: string): string => escapeHtml(text).replaceAll('"', '&quot;');

function documentOf(title: string, body: string): Uint8Array {
  return strToU8(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="zh-Hans" xml:lang="zh-Hans">
<head><title>${escape(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>${body}</body>
</html>
`);
}

/** Takes pictures that stand in the text as data out of it. */
function takePictures(page: BookPage, pictures: Map<string, Item>): void {
  const { text: $ } = page;
  for (const node of $('img[src]').toArray()) {
    const [, type, encoded] =
      /^data:(image\/[\w+.-]+);base64,(.*)$/.exec($(node).attr('src') ?? '') ?? [];
    if (!type || !encoded) continue;
    const known = pictures.get(encoded);
    const extension = type === 'image/svg+xml' ? 'svg' : (type.split('/')[1] ?? 'bin');
    const path = known?.path ?? `pictures/${pictures.size + 1}.${extension}`;
    pictures.set(encoded, { path, type, data: Buffer.from(encoded, 'base64') });
    $(node).attr('src', path);
  }
}

function chapterItem(page: BookPage, fileOf: (id: string) => string): Item {
  const $ = load(page.text.html(), null, false);
  for (const node of $('a[href^="#"]').toArray()) {
    $(node).attr('href', fileOf(($(node).attr('href') ?? '').slice(1)));
  }
  const body = `<section id="${page.name}"><h1>${escape(page.title)}</h1>${$.xml()}</section>`;
  return {
    path: `${page.name}.xhtml`,
    type: xhtml,
    data: documentOf(page.title, body),
    spine: true,
  };
}

function contents(pages: readonly BookPage[], fileOf: (id: string) => string): string {
  const entry = (id: string, text: string, inner = ''): string =>
    `<li><a href="${fileOf(id)}">${escape(text)}</a>${inner}</li>`;
  const list = (entries: readonly string[]): string =>
    entries.length > 0 ? `<ol>${entries.join('')}</ol>` : '';
  const groups = [...new Set(pages.map(({ part }) => part))].map((part) => {
    const own = pages.filter((page) => page.part === part);
    const inner = own.map((page) =>
      entry(page.name, page.title, list(headingsOf(page).map(({ id, text }) => entry(id, text)))),
    );
    return `<li><span>${escape(part)}</span>${list(inner)}</li>`;
  });
  return `<nav epub:type="toc" id="toc"><h1>目录</h1>${list(groups)}</nav>`;
}

function packageDocument(meta: BookMeta, items: readonly Item[]): string {
  const ids = new Map(items.map(({ path }, i) => [path, `item-${i}`]));
  const manifest = items.map(
    ({ path, type, properties }) =>
      `<item id="${ids.get(path)}" href="${path}" media-type="${type}"${properties ? ` properties="${properties}"` : ''}/>`,
  );
  const spine = items
    .filter(({ spine: read }) => read)
    .map(({ path }) => `<itemref idref="${ids.get(path)}"/>`);
  const modified = meta.date.toISOString().replace(/\.\d+Z$/, 'Z');
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="zh-Hans">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${escape(meta.address)}</dc:identifier>
<dc:title>${escape(meta.title)}</dc:title>
<dc:description>${escape(meta.subtitle)}</dc:description>
<dc:language>zh-Hans</dc:language>
<dc:date>${modified.slice(0, 10)}</dc:date>
<meta property="dcterms:modified">${modified}</meta>
</metadata>
<manifest>${manifest.join('\n')}</manifest>
<spine>${spine.join('')}</spine>
</package>
`;
}

/**
 * Makes the EPUB.
 *
 * @param style style sheet of its pages
 * @returns the file's bytes
 */
export function makeEpub(pages: readonly BookPage[], meta: BookMeta, style: string): Uint8Array {
  const names = new Set(pages.map(({ name }) => name));
  const fileOf = (id: string): string => {
    const name = id.split('--')[0] ?? '';
    return names.has(id) ? `${id}.xhtml` : `${name}.xhtml#${id}`;
  };
  const pictures = new Map<string, Item>();
  for (const page of pages) takePictures(page, pictures);
  const cover = `<section><h1>${escape(meta.title)}</h1><img src="cover.png" alt="${escape(`${meta.title}，${meta.subtitle}`)}"/></section>`;
  const items: Item[] = [
    { path: 'cover.xhtml', type: xhtml, data: documentOf(meta.title, cover), spine: true },
    {
      path: 'contents.xhtml',
      type: xhtml,
      data: documentOf('目录', contents(pages, fileOf)),
      properties: 'nav',
      spine: true,
    },
    ...pages.map((page) => chapterItem(page, fileOf)),
    { path: 'style.css', type: 'text/css', data: strToU8(style) },
    { path: 'cover.png', type: 'image/png', data: meta.cover, properties: 'cover-image' },
    ...pictures.values(),
  ];
  const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`;
  const files: Zippable = {
    // A reader looks for the kind of the file at its very beginning, not compressed.
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(container),
    'book/package.opf': strToU8(packageDocument(meta, items)),
    ...Object.fromEntries(items.map(({ path, data }) => [`book/${path}`, data])),
  };
  return zipSync(files, { level: 9, mtime: meta.date });
}
