/**
 * Measures the search on the built site: how the index grows with the text, and what a reader waits for
 * on slow 4G with a CPU four times slower. Prints figures, judges nothing: `npm run search:measure`; with
 * `-- --growth` or `-- --reader` one part only; the second needs a quiet machine.
 */
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Page as Tab } from '@playwright/test';
import { ensureBrowser } from '../browser';
import { median, percentile } from '../measure/figures';
import { cpuSlowdown, hydrated, launch, openTab, slow4g, slowDown } from '../measure/tab';
import { serve } from '../serve';
import { buildIndex } from '../../src/search/build/buildIndex';
import type { Page } from '../../src/search/build/extract';
import { SearchEngine } from '../../src/search/core/engine';
import { readBuiltPages } from './builtPages';
import { readCases } from './evaluate';

const factors = [1, 10];

/** Queries of the regression set, spread over it, that are tried on every size. */
const growthQueries = 100;

const runs = 5;

/** Times from key to key that are tried, in ms: a fast typist, and keys that never rest. */
const paces = [150, 0] as const;

/** How long no request may be under way until everything is taken to be loaded, in ms. */
const quietMs = 1000;
const typed = ['端口被占用', '@Transactional 失效', 'server.port', '启动日志'];

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
  const cases = readCases(process.cwd());
  const step = Math.ceil(cases.length / growthQueries);
  const queries = cases.filter((_, i) => i % step === 0).map(({ query }) => query);
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
        if (/^terms/.test(name)) read += file.length;
        return gunzipSync(file);
      });
    const cold: number[] = [];
    for (const query of queries.slice(0, 20)) {
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

/**
 * Time from each keystroke until the list answers what stands in the box then and is laid out, everything
 * but the excerpts' texts loaded, in ms.
 *
 * @param pace time from one key to the next, in ms; a key never comes before the last one is answered
 */
async function keystrokes(tab: Tab, query: string, pace: number): Promise<number[]> {
  return tab.evaluate(
    async ({ text, gap }) => {
      const box = document.querySelector<HTMLInputElement>('[role=combobox]');
      const panel = box?.form;
      if (!box || !panel) throw new Error('no search box');
      const answered = (): string | undefined =>
        panel.querySelector<HTMLElement>('[data-query]')?.dataset.query;
      const times: number[] = [];
      for (let length = 1; length <= text.length; length++) {
        const typedSoFar = text.slice(0, length);
        // The box trims: a space is no new query.
        const asks = typedSoFar.trim() !== text.slice(0, length - 1).trim();
        const start = performance.now();
        const shown = new Promise<void>((done) => {
          const settle = new MutationObserver(() => {
            if (answered() !== typedSoFar.trim()) return;
            settle.disconnect();
            void panel.offsetHeight;
            done();
          });
          settle.observe(panel, { subtree: true, childList: true, attributes: true });
        });
        box.value = typedSoFar;
        box.dispatchEvent(new InputEvent('input', { bubbles: true }));
        if (asks) {
          await shown;
          times.push(performance.now() - start);
        }
        const rest = gap - (performance.now() - start);
        if (rest > 0) await new Promise((done) => window.setTimeout(done, rest));
      }
      return times;
    },
    { text: query, gap: pace },
  );
}

/**
 * Watches a tab's requests; the returned function resolves once none has been under way for a while. Chromium
 * sometimes holds throttled requests back until its network is touched again: `nudge` does that.
 */
function networkQuiet(tab: Tab, nudge: () => Promise<unknown>): () => Promise<void> {
  let underWay = 0;
  let changed = performance.now();
  const count = (step: number) => (): void => {
    underWay += step;
    changed = performance.now();
  };
  tab.on('request', count(1));
  tab.on('requestfinished', count(-1));
  tab.on('requestfailed', count(-1));
  return async () => {
    while (underWay > 0 || performance.now() - changed < quietMs) {
      await setTimeout(50);
      if (underWay === 0 || performance.now() - changed < quietMs) continue;
      changed = performance.now();
      await nudge();
    }
  };
}

async function measureReader(): Promise<void> {
  const site = await serve({ folder: 'build', baseUrl: '/', port: 3390, furtherPorts: 50 });
  const browser = await launch(ensureBrowser('measurements'));
  const first: number[] = [];
  const loading: number[] = [];
  const keys = paces.map((): number[] => []);
  for (let run = 0; run < runs; run++) {
    for (const query of typed) {
      const opened = await openTab(browser, 'desktop');
      const { page: tab, session } = opened;
      await tab.goto(site.address);
      await hydrated(tab);
      await tab.waitForLoadState('networkidle');
      await slowDown(opened, 'slow4g');
      const throttle = (): Promise<unknown> =>
        session.send('Network.emulateNetworkConditions', slow4g);
      const quiet = networkQuiet(tab, throttle);
      first.push(await firstResult(tab, query));
      loading.push(...(await keystrokes(tab, query, paces[0])));
      await quiet();
      for (const [i, pace] of paces.entries()) {
        keys[i]?.push(...(await keystrokes(tab, query, pace)));
      }
      await opened.close();
    }
  }
  await browser.close();
  site.close();
  const show = (values: readonly number[]): string =>
    `中位 ${median(values).toFixed(0)} ms，95 % 不超过 ${percentile(values, 0.95).toFixed(0)} ms，最慢 ${Math.max(...values).toFixed(0)} ms，${values.length} 次`;
  console.log(`\n慢速 4G、CPU 慢 ${cpuSlowdown} 倍`);
  console.log(`打开到第一个结果：${show(first)}`);
  console.log(`紧接着每 ${paces[0]} ms 一键，索引还在路上：${show(loading)}`);
  for (const [i, pace] of paces.entries()) {
    const how = pace > 0 ? `每 ${pace} ms 一键` : '上一键一有结果就按下一键';
    console.log(`索引已到，${how}：${show(keys[i] ?? [])}`);
  }
}

async function main(): Promise<void> {
  if (!process.argv.includes('--reader')) await measureGrowth(await readBuiltPages('build'));
  if (!process.argv.includes('--growth')) await measureReader();
}

void main();
