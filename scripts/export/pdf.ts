/** The book as one PDF for A4, printed by Chromium: contents, outline, page numbers, links. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { escapeHtml } from '../../src/lib/html';
import type { BookPage } from './bookText';
import type { BookMeta } from './epub';

/** What A4 needs beside the book's style: chapters on pages of their own, listings that are not cut off. */
const pageStyle = `
body { font-family: 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif; font-size: 10.5pt; margin: 0; color: #000; }
a { color: #0a6847; text-decoration: none; }
section.page { break-before: page; }
table, img, p.file + pre { break-inside: auto; }
tr, img { break-inside: avoid; }
pre { -webkit-box-decoration-break: clone; box-decoration-break: clone; orphans: 3; widows: 3; }
nav ol { list-style: none; padding-left: 1em; }
.cover img { width: 100%; }
`;

const footer = `<div style="width:100%;text-align:center;font-size:8px;color:#555"><span class="pageNumber"></span> / <span class="totalPages"></span></div>`;

function contents(pages: readonly BookPage[]): string {
  const parts = [...new Set(pages.map(({ part }) => part))];
  const lines = parts.map((part) => {
    const own = pages.filter((page) => page.part === part);
    const entries = own.map(
      ({ name, title }) => `<li><a href="#${name}">${escapeHtml(title)}</a></li>`,
    );
    return `<li><strong>${escapeHtml(part)}</strong><ol>${entries.join('')}</ol></li>`;
  });
  return `<nav><h1>目录</h1><ol>${lines.join('')}</ol></nav>`;
}

/** The whole book in one document. */
function printedBook(pages: readonly BookPage[], meta: BookMeta, style: string): string {
  const cover = Buffer.from(meta.cover).toString('base64');
  const body = pages.map(
    ({ name, title, text }) =>
      `<section class="page" id="${name}"><h1>${escapeHtml(title)}</h1>${text.html()}</section>`,
  );
  return `<!DOCTYPE html><html lang="zh-Hans"><head><meta charset="utf-8"><title>${escapeHtml(meta.title)}</title>
<style>${style}${pageStyle}</style></head><body>
<section class="cover"><img alt="${escapeHtml(meta.title)}" src="data:image/png;base64,${cover}"></section>
<section class="page">${contents(pages)}</section>
${body.join('\n')}
</body></html>`;
}

/**
 * Prints the book.
 *
 * @param folder where the document to print may stand for a moment
 * @returns the file's bytes
 */
export async function makePdf(
  browser: Browser,
  folder: string,
  pages: readonly BookPage[],
  meta: BookMeta,
  style: string,
): Promise<Uint8Array> {
  const file = join(folder, 'book.html');
  await writeFile(file, printedBook(pages, meta, style));
  const tab = await browser.newPage();
  try {
    await tab.goto(pathToFileURL(file).href, { waitUntil: 'load' });
    return await tab.pdf({
      format: 'A4',
      margin: { top: '16mm', bottom: '18mm', left: '17mm', right: '17mm' },
      outline: true,
      tagged: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: footer,
    });
  } finally {
    await tab.close();
  }
}
