/**
 * Measures the book and prints the figures, without judging them: Lighthouse, bytes, clicks on a page that is still
 * starting, navigation, builds. How each figure is taken and what it cannot see stands in `docs-dev/performance.md`.
 *
 * Usage: `npm run measure -- [--only lighthouse,navigation] [--runs 5] [/path …]`
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { ensureBrowser } from '../browser';
import { endWith, serve } from '../serve';
import { readEnvironment } from '../../src/build/environment';
import { builtCells, measureBuild } from './build';
import { print, type Row } from './figures';
import { measureInteraction } from './interaction';
import { lighthouseCells, lighthouseReports, ownRequests, transferCells } from './lighthouse';
import { measureNavigation } from './navigation';
import { parseOptions, type Options, type Section } from './options';
import { cpuSlowdown, launch } from './tab';

const built = 'build';

/** Sections that look at the built site. */
const ofBuiltSite: readonly Section[] = ['lighthouse', 'interaction', 'navigation'];

/** A page of the served site. */
interface ServedPage {
  readonly path: string;
  readonly url: string;
}

/** Whether the built site has a page; a path that cannot be decoded is none. */
function hasPage(path: string): boolean {
  try {
    const file = join(built, decodeURI(path));
    return existsSync(`${file}.html`) || existsSync(join(file, 'index.html'));
  } catch {
    return false;
  }
}

/**
 * When the site that is measured was built.
 *
 * @throws Error with one line when it is not, or lacks one of the pages
 */
function builtAt(pages: readonly string[]): Date {
  const home = join(built, 'index.html');
  if (!existsSync(home)) throw new Error(`${built}/ 里没有构建好的网站，请先运行 npm run build`);
  const missing = pages.find((page) => !hasPage(page));
  if (missing !== undefined) throw new Error(`${built}/ 里没有页面 ${missing}`);
  return statSync(home).mtime;
}

/** Measures every page and puts the page's path before each row. */
async function rowsOf(
  pages: readonly ServedPage[],
  measure: (url: string) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { path, url } of pages) {
    for (const row of await measure(url)) rows.push({ 页: path, ...row });
  }
  return rows;
}

async function printLighthouse(
  pages: readonly ServedPage[],
  runs: number,
  chromePath: string,
): Promise<void> {
  const transfers: Row[] = [];
  const medians = await rowsOf(pages, async (url) => {
    const reports = await lighthouseReports(url, chromePath, runs);
    // What is transferred hardly differs from run to run: the first stands for all.
    transfers.push(transferCells(reports.slice(0, 1).flatMap(ownRequests)));
    return [lighthouseCells(reports)];
  });
  print(`Lighthouse 手机（${runs} 次的中位数）`, medians);
  print(
    '传输量（压缩后，不含广告；预取另计）',
    transfers.map((cells, index) => ({ 页: pages[index]?.path ?? '', ...cells })),
  );
}

/** The sections on the built site, which is served meanwhile. */
async function measureBuilt(options: Options, chromePath: string): Promise<void> {
  const { only, runs } = options;
  const time = builtAt(options.pages).toLocaleString('zh-CN');
  print(`构建产物（未压缩，构建于 ${time}）`, [builtCells(built)]);
  const { baseUrl } = readEnvironment();
  const { address, close } = await serve({
    folder: built,
    baseUrl,
    port: 4300,
    furtherPorts: 50,
  });
  const pages = options.pages.map((path) => ({ path, url: address + path.slice(1) }));
  const slow = `CPU 慢 ${cpuSlowdown} 倍`;
  try {
    if (only.includes('lighthouse')) await printLighthouse(pages, runs, chromePath);
    await withBrowser(chromePath, async (browser) => {
      if (only.includes('interaction')) {
        const rows = await rowsOf(pages, (url) => measureInteraction(browser, url, runs));
        print(`页面显示一秒后点击（${runs} 次，慢速 4G，${slow}）`, rows);
      }
      if (only.includes('navigation')) {
        const rows = await rowsOf(pages, (url) => measureNavigation(browser, url, runs));
        print(`点“下一页”到显示下一页的标题（${runs} 次）`, rows);
      }
    });
  } finally {
    close();
  }
}

async function withBrowser(
  chromePath: string,
  measure: (browser: Browser) => Promise<void>,
): Promise<void> {
  const browser = await launch(chromePath);
  try {
    await measure(browser);
  } finally {
    await browser.close();
  }
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const { only } = options;
  const needsBuilt = only.some((section) => ofBuiltSite.includes(section));
  // What is missing is said before anything takes minutes.
  if (needsBuilt) builtAt(options.pages);
  const chromePath = needsBuilt ? ensureBrowser('measurements') : '';
  if (only.includes('build')) print('构建（各一次）', [measureBuild()]);
  if (needsBuilt) await measureBuilt(options, chromePath);
}

main().catch(endWith);
