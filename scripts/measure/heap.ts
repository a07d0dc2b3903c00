/** What stays in memory when a reader goes through the book again and again. */
import type { Browser, Page } from '@playwright/test';
import { growthPercent, rounded, type Row } from './figures';
import { nextLink } from './navigation';
import { hydrated, openTab, type Tab } from './tab';

/**
 * Changes of page before each look. Code that the browser compiles as it grows hot fills the heap, too, but less
 * with each round; what is never let go of grows as much from the second look to the third.
 */
const stops = [20, 200, 400];

/** What a tab holds after a collection. */
export interface Held {
  /** Changes of page so far. */
  readonly navigations: number;
  /** JavaScript heap in use, in bytes. */
  readonly heap: number;
  /** Nodes of the DOM, those that only scripts still hold included. */
  readonly nodes: number;
  /** Event listeners. */
  readonly listeners: number;
}

/** Follows the link to the next page, after the last one the link home, and waits for the page itself. */
async function goOn(page: Page): Promise<void> {
  // The address changes at once, the page when its code is there: the heading tells.
  const before = await page.evaluate((selector) => {
    const link = document.querySelector<HTMLElement>(selector);
    const heading = document.querySelector('h1')?.textContent;
    (link ?? document.querySelector<HTMLElement>('.navbar__brand'))?.click();
    return heading;
  }, nextLink);
  await page.waitForFunction((old) => {
    const heading = document.querySelector('h1')?.textContent;
    return heading !== undefined && heading !== old;
  }, before);
}

/** Goes on until so many pages were changed and the first one is there again: looks compare like with like. */
async function goRound(page: Page, home: string, done: number, least: number): Promise<number> {
  let navigations = done;
  while (navigations < least || page.url() !== home) {
    await goOn(page);
    navigations += 1;
  }
  return navigations;
}

async function look({ page, session }: Tab, navigations: number): Promise<Held> {
  // The page goes on filling itself, and letting go of the one before, after its heading is there.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestIdleCallback(() => requestIdleCallback(() => done()));
      }),
  );
  // What finalizers let go of in one collection is freed in the next.
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { navigations, heap: usedSize, nodes, listeners: jsEventListeners };
}

/** The looks and what grew from each to the next, as lines of a table. */
export function heldRows(looks: readonly Held[]): Row[] {
  const megabytes = (bytes: number) => rounded(bytes / 1024 ** 2, 2);
  const line = ({ navigations, heap, nodes, listeners }: Held): Row => ({
    换页次数: navigations,
    'JS 堆 MB': megabytes(heap),
    'DOM 节点': nodes,
    监听器: listeners,
  });
  const growth = (before: Held, after: Held): Row => {
    const percent = (what: 'heap' | 'nodes' | 'listeners') =>
      rounded(growthPercent(before[what], after[what]), 1);
    return {
      换页次数: '增长 %',
      'JS 堆 MB': percent('heap'),
      'DOM 节点': percent('nodes'),
      监听器: percent('listeners'),
    };
  };
  return looks.flatMap((look, index) => {
    const before = looks[index - 1];
    return before ? [line(look), growth(before, look)] : [line(look)];
  });
}

/** Reads the book from its first page to its last, over and over, without slowing anything down. */
export async function measureHeap(browser: Browser, home: string): Promise<Row[]> {
  const tab = await openTab(browser, 'desktop');
  try {
    await tab.page.goto(home);
    await hydrated(tab.page);
    await tab.session.send('HeapProfiler.enable');
    const looks: Held[] = [];
    for (const stop of stops) {
      const navigations = await goRound(tab.page, home, looks.at(-1)?.navigations ?? 0, stop);
      looks.push(await look(tab, navigations));
    }
    return heldRows(looks);
  } finally {
    await tab.close();
  }
}
