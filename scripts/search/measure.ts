/**
 * Measures what a reader waits for who searches the built site on slow 4G with a CPU four times slower. Prints
 * figures, judges nothing, needs a quiet machine: `npm run search:measure`.
 */
import { setTimeout } from 'node:timers/promises';
import type { Page as Tab } from '@playwright/test';
import { ensureBrowser } from '../browser';
import { median, percentile } from '../measure/figures';
import { cpuSlowdown, hydrated, launch, openTab, slow4g, slowDown } from '../measure/tab';
import { endWith, serve } from '../serve';

const runs = 5;

/** Times from key to key that are tried, in ms: a fast typist, and keys that never rest. */
const paces = [150, 0] as const;

/** How long no request may be under way until everything is taken to be loaded, in ms. */
const quietMs = 1000;
const typed = ['端口被占用', '@Transactional 失效', 'server.port', '启动日志'];

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
  console.log(`慢速 4G、CPU 慢 ${cpuSlowdown} 倍`);
  console.log(`打开到第一个结果：${show(first)}`);
  console.log(`紧接着每 ${paces[0]} ms 一键，索引还在路上：${show(loading)}`);
  for (const [i, pace] of paces.entries()) {
    const how = pace > 0 ? `每 ${pace} ms 一键` : '上一键一有结果就按下一键';
    console.log(`索引已到，${how}：${show(keys[i] ?? [])}`);
  }
}

measureReader().catch(endWith);
