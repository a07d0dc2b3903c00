/**
 * Measures the search on the built site: how the index grows with the text, and what a reader waits for
 * on slow 4G with a CPU four times slower. Prints figures, judges nothing: `npm run search:measure`; with
 * `-- --reader` the second part only, which needs a quiet machine and no minutes.
 */
import { gunzipSync } from 'node:zlib';
import { chromium, type Page as Tab } from '@playwright/test';
import { ensureBrowser } from '../browser';
import { serve } from '../serve';
import { buildIndex } from '../../src/search/build/buildIndex';
import type { Page } from '../../src/search/build/extract';
import { SearchEngine } from '../../src/search/core/engine';
import { readBuiltPages } from './builtPages';
import { readCases } from './evaluate';

const factors = [1, 10, 100];

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 150 ms there and back. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
};
const cpuSlowdown = 4;
const runs = 5;
const typed = ['端口被占用', '@Transactional 失效', 'server.port', '启动日志'];

/** The value that a share of the values does not exceed. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** A copy with other words: about a third of its characters and names are drawn anew from the book. */
function vary(pages: readonly Page[], copy: number): Page[] {
  if (copy === 0) return [...pages];
  const lines = pages.flatMap(({ sections }) => sections.flatMap((section) => section.lines));
  const text = lines.map((line) => line.text).join(' ');
  const characters = text.match(/[\u4e00-\u9fff]/g) ?? [];
  const words = text.match(/[A-Za-z]{3,}/g) ?? [];
  let seed = copy;
  const next = (): number => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const draw = (from: readonly string[], kept: string): string =>
    next() < 1 / 3 ? (from[Math.floor(next() * from.length)] ?? kept) : kept;
  const mix = (original: string): string =>
    original
      .replace(/[\u4e00-\u9fff]/g, (character) => draw(characters, character))
      .replace(/[A-Za-z]{3,}/g, (word) => draw(words, word));
  return pages.map((page) => ({
    ...page,
    path: `${page.path}-${copy}`,
    sections: page.sections.map((section) => ({
      ...section,
      heading: mix(section.heading),
      lines: section.lines.map((line) => ({ ...line, text: mix(line.text) })),
    })),
  }));
}

async function measureGrowth(pages: readonly Page[]): Promise<void> {
  const queries = readCases(process.cwd()).map(({ query }) => query);
  console.log(
    '| 正文 | 小节 | 建索引 s | 入口 KB | 词表分片 | 分片共 KB | 正文共 KB | 一次查询取 KB | 查询 ms（中位 / 95 %） |',
  );
  console.log('|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
  for (const factor of factors) {
    const corpus = Array.from({ length: factor }, (_, copy) => vary(pages, copy)).flat();
    const started = performance.now();
    const files = buildIndex(corpus);
    const seconds = (performance.now() - started) / 1000;
    const kilobytes = (kind: string): number =>
      [...files].reduce(
        (sum, [name, { length }]) => sum + (name.startsWith(kind) ? length : 0),
        0,
      ) / 1024;
    let read = 0;
    const open = (): Promise<SearchEngine> =>
      SearchEngine.open(async (name) => {
        const file = files.get(name);
        if (!file) throw new Error(name);
        if (name.startsWith('terms')) read += file.length;
        return gunzipSync(file);
      });
    const cold: number[] = [];
    for (const query of queries.slice(0, 8)) {
      read = 0;
      await (await open()).search(query, 10);
      cold.push(read / 1024);
    }
    const engine = await open();
    await engine.loadAll();
    const times: number[] = [];
    for (const query of queries) {
      const start = performance.now();
      await engine.search(query, 10);
      times.push(performance.now() - start);
    }
    const cells = [
      `${factor}×`,
      corpus.reduce((sum, { sections }) => sum + sections.length, 0),
      seconds.toFixed(1),
      kilobytes('index').toFixed(0),
      [...files.keys()].filter((name) => name.startsWith('terms')).length,
      kilobytes('terms').toFixed(0),
      kilobytes('text').toFixed(0),
      median(cold).toFixed(0),
      `${median(times).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** Time from opening the box with a query until its first result shows, nothing loaded before, in ms. */
async function firstResult(tab: Tab, query: string): Promise<number> {
  return tab.evaluate(async (text) => {
    const box = document.querySelector<HTMLInputElement>('[role=combobox]');
    if (!box) throw new Error('no search box');
    const start = performance.now();
    document.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }),
    );
    box.value = text;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await new Promise<void>((done) => {
      const check = (): void => {
        if (document.querySelector('[role=option]')) done();
        else requestAnimationFrame(check);
      };
      check();
    });
    return performance.now() - start;
  }, query);
}

/** Time from each keystroke until the list answers it and is laid out, everything loaded, in ms. */
async function keystrokes(tab: Tab, query: string): Promise<number[]> {
  return tab.evaluate(async (text) => {
    const box = document.querySelector<HTMLInputElement>('[role=combobox]');
    const panel = box?.form;
    if (!box || !panel) throw new Error('no search box');
    const times: number[] = [];
    for (let length = 1; length <= text.length; length++) {
      const start = performance.now();
      const changed = new Promise<number>((done) => {
        const settle = new MutationObserver(() => {
          void panel.offsetHeight;
          settle.disconnect();
          done(performance.now() - start);
        });
        settle.observe(panel, { subtree: true, childList: true, characterData: true });
        // The same answer to a longer query changes nothing to wait for.
        setTimeout(() => done(-1), 400);
      });
      box.value = text.slice(0, length);
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
      times.push(await changed);
    }
    return times.filter((time) => time >= 0);
  }, query);
}

async function measureReader(): Promise<void> {
  const site = await serve({ folder: 'build', baseUrl: '/', port: 3390, furtherPorts: 50 });
  const browser = await chromium.launch({
    executablePath: ensureBrowser('measurements'),
    args: ['--no-sandbox'],
  });
  const first: number[] = [];
  const keys: number[] = [];
  for (let run = 0; run < runs; run++) {
    for (const query of typed) {
      const context = await browser.newContext();
      const tab = await context.newPage();
      // tsx names inner functions through a helper that the page does not have.
      await tab.addInitScript('globalThis.__name = (named) => named');
      await tab.route(/googlesyndication/, (route) => route.abort());
      await tab.goto(site.address);
      await tab.waitForLoadState('networkidle');
      const session = await context.newCDPSession(tab);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', slow4g);
      await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
      first.push(await firstResult(tab, query));
      await tab.waitForLoadState('networkidle');
      keys.push(...(await keystrokes(tab, query)));
      await context.close();
    }
  }
  await browser.close();
  site.close();
  const show = (values: readonly number[]): string =>
    `中位 ${median(values).toFixed(0)} ms，95 % 不超过 ${percentile(values, 0.95).toFixed(0)} ms，最慢 ${Math.max(...values).toFixed(0)} ms，${values.length} 次`;
  console.log(`\n慢速 4G、CPU 慢 ${cpuSlowdown} 倍`);
  console.log(`打开到第一个结果：${show(first)}`);
  console.log(`之后每次按键：${show(keys)}`);
}

async function main(): Promise<void> {
  if (!process.argv.includes('--reader')) await measureGrowth(await readBuiltPages('build'));
  await measureReader();
}

void main();
