/** Makes the book to take along out of the built site: `npm run export [-- epub|pdf]`. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { versions } from '../../src/data';
import { downloads, downloadsFolder } from '../../src/book/downloads';
import { ensureBrowser } from '../browser';
import { endWith } from '../serve';
import { readBook } from './bookText';
import { drawCover } from './cover';
import { makeEpub, type BookMeta } from './epub';
import { makePdf } from './pdf';

const site = 'build';
const title = 'Spring Boot 教程';
const subtitle = '代码都编译过，输出都真跑过，报错都复现过';

/** Writes a file whole or not at all. */
function writeWhole(file: string, data: Uint8Array): void {
  writeFileSync(`${file}.part`, data);
  renameSync(`${file}.part`, file);
  console.log(`${file}，${(data.length / 1024 / 1024).toFixed(1)} MB`);
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.find((kind) => !downloads.some(({ extension }) => extension === kind));
  if (unknown) throw new Error(`不认识的格式 ${unknown}，可以写 epub、pdf，不写则都做`);
  const makes = (kind: string): boolean => asked.length === 0 || asked.includes(kind);
  const pages = readBook(site);
  const style = readFileSync('scripts/export/book.css', 'utf8');
  const folder = join(site, downloadsFolder);
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), 'book-export-'));
  const browser = await chromium.launch({
    executablePath: ensureBrowser('tests'),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    console.log(`${pages.length} 页，画封面……`);
    const edition = `Spring Boot ${versions.tokens['spring-boot'] ?? ''}`;
    const meta: BookMeta = {
      title,
      subtitle,
      address: readAddress(),
      date: new Date(),
      cover: await drawCover(browser, title, subtitle, edition),
    };
    for (const { extension, file } of downloads) {
      if (!makes(extension)) continue;
      console.log(`做 ${file}……`);
      const data =
        extension === 'pdf'
          ? await makePdf(browser, scratch, pages, meta, style)
          : // It takes the pictures out of the text: on pages of its own.
            makeEpub(readBook(site), meta, style);
      writeWhole(join(folder, file), data);
    }
  } finally {
    await browser.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Address of the built site. */
function readAddress(): string {
  const found = /rel="?canonical"? href="?([^\s">]+)/.exec(
    readFileSync(join(site, 'index.html'), 'utf8'),
  );
  if (!found?.[1]) throw new Error(`${site}/index.html 里没有 canonical 地址，请重新构建`);
  return found[1];
}

main().catch(endWith);
