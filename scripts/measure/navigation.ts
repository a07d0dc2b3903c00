/** From the click on the next chapter's link to its heading on the screen. */
import type { Browser, Page } from '@playwright/test';
import { kilobytes, median, nothing, rounded, worst, type Row } from './figures';
import { hydrated, networkQuiet, openTab, slowDown } from './tab';

/** What was there before the click, everything the next page needs or nothing of it, and how fast the reader's device is. */
type Readiness = 'fastPrefetched' | 'prefetched' | 'notPrefetched';

/** One change of page. */
export interface Arrival {
  /** From the click to the frame that shows the next page's heading, in ms. */
  readonly painted: number;
  /** Bytes that came over the network after the click, headers included. */
  readonly transferred: number;
}

/** The link to the next page at a page's foot. */
const nextLink = '.pagination-nav__link--next';

/** Begins to watch, and returns once the click's listener is in place: its result comes later. */
async function watchArrival(page: Page): Promise<() => Promise<Arrival>> {
  const watch = await page.evaluateHandle(() => {
    const heading = (): string | undefined => document.querySelector('h1')?.textContent;
    const old = heading();
    const arrival = new Promise<Arrival>((done) => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = (): void => {
            const now = heading();
            if (!now || now === old) {
              requestAnimationFrame(look);
              return;
            }
            // Changed before this frame is drawn: the next task follows its paint.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              const painted = performance.now() - timeStamp;
              const after = performance
                .getEntriesByType('resource')
                .filter(({ startTime }) => startTime >= timeStamp) as PerformanceResourceTiming[];
              const transferred = after.reduce((sum, { transferSize }) => sum + transferSize, 0);
              done({ painted, transferred });
            };
            port2.postMessage(null);
          };
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      );
    });
    return { arrival };
  });
  return () => watch.evaluate(({ arrival }) => arrival);
}

async function navigateOnce(
  browser: Browser,
  url: string,
  readiness: Readiness,
): Promise<Arrival | undefined> {
  const tab = await openTab(browser, 'phone');
  const { page, session } = tab;
  try {
    // Docusaurus prefetches nothing for readers who save data: nothing of the next page is there.
    if (readiness === 'notPrefetched') {
      await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
    }
    await page.goto(url);
    await hydrated(page);
    const link = page.locator(nextLink);
    if ((await link.count()) === 0) return undefined;
    await link.scrollIntoViewIfNeeded();
    await networkQuiet(page);
    if (readiness !== 'fastPrefetched') {
      await slowDown(tab, readiness === 'prefetched' ? 'full' : 'slow4g');
    }
    const arrived = await watchArrival(page);
    await link.click();
    return await arrived();
  } finally {
    await tab.close();
  }
}

const titles: Readonly<Record<Readiness, string>> = {
  fastPrefetched: '已预取，不减速',
  prefetched: '已预取，CPU 慢 4 倍',
  notPrefetched: '未预取，CPU 慢 4 倍、慢速 4G',
};

/** What arrivals come to in a table. */
export function arrivalCells(arrivals: readonly Arrival[]): Row {
  const times = arrivals.map(({ painted }) => painted);
  const bytes = median(arrivals.map(({ transferred }) => transferred));
  return {
    '中位 ms': rounded(median(times)),
    '最差 ms': rounded(worst(times)),
    '点击后下载 KB': arrivals.length ? kilobytes(bytes) : nothing,
  };
}

/** Measures the way from one page to the next; a page that is the last of its book has none. */
export async function measureNavigation(
  browser: Browser,
  url: string,
  runs: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const readiness of ['fastPrefetched', 'prefetched', 'notPrefetched'] as const) {
    const arrivals: Arrival[] = [];
    while (arrivals.length < runs) {
      const arrival = await navigateOnce(browser, url, readiness);
      if (!arrival) break;
      arrivals.push(arrival);
    }
    rows.push({ 条件: titles[readiness], ...arrivalCells(arrivals) });
  }
  return rows;
}
