/** Measures what a reader feels after the page shows: an early click, a change of page, memory over many of them. */
import { chromium, type CDPSession, type Page } from '@playwright/test';

/** A processor four times slower, as Lighthouse's phone has. */
const slowdown = 4;
/** Slow 4G as Lighthouse simulates it: bytes per second, and latency in ms. */
const slow4g = { downloadThroughput: 204_800, uploadThroughput: 96_000, latency: 150 };
/** Changes of page over which memory is watched. */
const navigations = 200;

/** What was measured, times in ms and memory in KB. */
export interface ReaderFigures {
  /** From a click made one second after the first paint to the paint that answers it. */
  readonly clickMs: number;
  /** From a click on a link to the next page's first paint. */
  readonly prefetchedMs: number;
  readonly notPrefetchedMs: number;
  /** Heap after collection, when every page has been shown once, and after 200 changes of page. */
  readonly heapBeforeKb: number;
  readonly heapAfterKb: number;
}

interface Settings {
  /** Address of the site, with the base URL. */
  readonly address: string;
  /** Paths below it that the changes of page go round, the first being the one that is opened. */
  readonly paths: readonly string[];
  readonly browser: string;
}

async function throttled(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4g });
  return session;
}

/** Duration of the slowest interaction, as the browser's event timing gives it. */
async function measureClick(page: Page, url: string): Promise<number> {
  await page.addInitScript(() => {
    const slowest = { ms: 0 };
    Object.assign(window, { slowest });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) slowest.ms = Math.max(slowest.ms, duration);
      // Shorter ones are not reported below 16 ms.
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  await throttled(page);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    return paint && performance.now() > paint.startTime + 1000;
  });
  await page.mouse.click(200, 400);
  await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => (window as unknown as { slowest: { ms: number } }).slowest.ms);
}

/** Follows a link as a click does, and waits for the paint that shows the page; gives the time between, in ms. */
async function follow(page: Page, path: string): Promise<number> {
  return page.evaluate(
    (target) =>
      new Promise<number>((done) => {
        const begin = performance.now();
        const title = document.querySelector('h1');
        const observer = new MutationObserver(() => {
          const shown = document.querySelector('h1');
          if (!shown || shown === title) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
        });
        observer.observe(document.body, { childList: true, subtree: true });
        window.history.pushState({}, '', target);
        window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      }),
    path,
  );
}

async function heapKb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return Math.round((await session.send('Runtime.getHeapUsage')).usedSize / 1024);
}

/** Measures in a browser of its own, with the ad network blocked. */
export async function measureReader({ address, paths, browser }: Settings): Promise<ReaderFigures> {
  const launched = await chromium.launch({
    executablePath: browser,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const newPage = async (saveData: boolean): Promise<Page> => {
    const page = await launched.newPage({ viewport: { width: 412, height: 823 } });
    await page.route(/googlesyndication/, (route) => route.abort());
    if (saveData) {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', {
          value: { effectiveType: '4g', saveData: true },
        }),
      );
    }
    return page;
  };
  const opened = async (page: Page): Promise<Page> => {
    await page.goto(address + (paths[0] ?? ''));
    await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    return page;
  };
  const base = new URL(address).pathname;
  const next = base + (paths[1] ?? '');
  try {
    const clickMs = await measureClick(await newPage(false), address + (paths[0] ?? ''));

    const prefetching = await opened(await newPage(false));
    await prefetching.evaluate((path) => void window.docusaurus.preload(path), next);
    await prefetching.waitForLoadState('networkidle');
    await throttled(prefetching);
    const prefetchedMs = await follow(prefetching, next);

    const saving = await opened(await newPage(true));
    await throttled(saving);
    const notPrefetchedMs = await follow(saving, next);

    const touring = await opened(await newPage(true));
    const session = await touring.context().newCDPSession(touring);
    const go = (step: number) => follow(touring, base + (paths[step % paths.length] ?? ''));
    let step = 1;
    while (step <= 2 * paths.length) await go(step++);
    const heapBeforeKb = await heapKb(session);
    for (const end = step + navigations; step < end;) await go(step++);
    return {
      clickMs,
      prefetchedMs,
      notPrefetchedMs,
      heapBeforeKb,
      heapAfterKb: await heapKb(session),
    };
  } finally {
    await launched.close();
  }
}
