/** What a reader feels who touches a page while it is still starting: a click one second after it shows. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { median, nothing, rounded, worst, type Row } from './figures';
import { openTab, slowDown, type devices } from './tab';

/** Something to click, and the sign that the click was answered. */
interface Target {
  readonly name: string;
  readonly device: keyof typeof devices;
  readonly selector: string;
  /** Matches something only after the click has done what it promises. */
  readonly answered: string;
}

const targets: readonly Target[] = [
  {
    name: '菜单按钮',
    device: 'phone',
    selector: '.navbar__toggle',
    answered: ':popover-open, .navbar-sidebar--show',
  },
  {
    name: '明暗切换',
    device: 'desktop',
    selector: '.navbar__items--right [class*=colorModeToggle] button',
    answered: 'html[data-theme-choice]:not([data-theme-choice=system])',
  },
  {
    name: '目录链接',
    device: 'desktop',
    selector: '.theme-doc-toc-desktop .table-of-contents > li:nth-child(2) > a',
    answered: 'article :target',
  },
];

/** From the first paint to the click, in ms. */
const clickAfterMs = 1000;
/** A click that has changed nothing for so long counts as not answered, in ms. */
const patienceMs = 5000;

/** Longest a page may take to show anything, in ms. */
const paintMs = 30_000;

/** What one click came to. */
export interface Click {
  /** Whether it met its target: a page that moves, or lacks its end, puts something else there. */
  readonly hit: boolean;
  /** From the first contentful paint to the click, in ms. */
  readonly afterPaint: number;
  /** The interaction's Event Timing duration in ms: to the next paint, in steps of 8. */
  readonly duration: number;
  /** To the first frame that shows the answer, in ms; absent when none came. */
  readonly answeredAfter?: number;
}

/** Event Timing entries as Chromium has them; TypeScript's library lags behind. */
interface EventTiming extends PerformanceEntry {
  readonly interactionId?: number;
}

/** What the recorder in the page leaves for the reader outside it. */
interface Recorded {
  durations: number[];
  firstPaint: number;
  clickedAt?: number;
  hit: boolean;
  answeredAfter?: number;
}

declare global {
  interface Window {
    measured?: Recorded;
    reportFirstPaint?: (epochMs: number) => Promise<void>;
  }
}

/** Runs in the page before its own scripts: notes paint, click, answer and event timings. */
function record({ selector, answered }: Pick<Target, 'selector' | 'answered'>): void {
  const measured: Recorded = { durations: [], firstPaint: NaN, hit: false };
  window.measured = measured;
  const observe = (type: string, seen: (entry: EventTiming) => void): void => {
    const options = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach(seen)).observe(options);
  };
  observe('paint', ({ name, startTime }) => {
    if (name !== 'first-contentful-paint') return;
    measured.firstPaint = startTime;
    void window.reportFirstPaint?.(performance.timeOrigin + startTime);
  });
  // The first input is listed however short it was, the others from 16 ms on.
  observe('first-input', ({ duration }) => measured.durations.push(duration));
  observe('event', ({ duration, interactionId }) => {
    if (interactionId) measured.durations.push(duration);
  });
  addEventListener(
    'pointerdown',
    ({ timeStamp, target }) => {
      measured.clickedAt = timeStamp;
      measured.hit = target instanceof Element && target.closest(selector) !== null;
      const look = (): void => {
        if (document.querySelector(answered))
          measured.answeredAfter = performance.now() - timeStamp;
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}

/**
 * The middle of a target before any script has run, in CSS pixels; absent when the page has none. Scripts
 * take away ads that do not fill, and move what stands below them.
 */
async function findPlace(
  browser: Browser,
  url: string,
  { device, selector }: Target,
): Promise<{ x: number; y: number } | undefined> {
  const { page, close } = await openTab(browser, device);
  try {
    // Never answered: a script that fails would be reported on the page.
    await page.route(/\.js$/, () => {});
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(
      () =>
        document.readyState !== 'loading' &&
        performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    const target = page.locator(selector).first();
    if ((await target.count()) === 0) return undefined;
    const box = await target.boundingBox();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : undefined;
  } finally {
    await close();
  }
}

/**
 * Opens the page slowly and clicks.
 *
 * @param place found beforehand, so that nothing asks the starting page for anything
 * @throws Error with one line when the page shows nothing
 */
async function clickOnce(
  browser: Browser,
  url: string,
  target: Target,
  place: { readonly x: number; readonly y: number },
): Promise<Click> {
  const tab = await openTab(browser, target.device);
  const { page, session } = tab;
  try {
    let report: (epochMs: number) => void = () => {};
    const shown = new Promise<number>((done) => (report = done));
    await page.exposeFunction('reportFirstPaint', (epochMs: number) => report(epochMs));
    await page.addInitScript(record, target);
    await slowDown(tab, 'slow4g');
    await page.goto(url, { waitUntil: 'commit' });
    const late = delay(paintMs, undefined, { ref: false });
    const shownAt = await Promise.race([shown, late]);
    if (shownAt === undefined) throw new Error(`${url} 在 ${paintMs / 1000} 秒内没有显示`);
    await delay(Math.max(0, shownAt + clickAfterMs - Date.now()));
    const event = { ...place, button: 'left', clickCount: 1 } as const;
    // Both at once: waiting for the first one's answer would spare a busy page the second.
    await Promise.all([
      session.send('Input.dispatchMouseEvent', { ...event, type: 'mousePressed' }),
      session.send('Input.dispatchMouseEvent', { ...event, type: 'mouseReleased' }),
    ]);
    const recorded = await page.evaluate(
      (patience) =>
        new Promise<Recorded>((done) => {
          const began = performance.now();
          const look = (): void => {
            const { measured } = window;
            const complete = measured?.durations.length && measured.answeredAfter !== undefined;
            // Event timings of the same click may still follow.
            if (measured && (complete || performance.now() - began > patience)) {
              setTimeout(() => done(measured), 500);
            } else setTimeout(look, 50);
          };
          look();
        }),
      patienceMs,
    );
    return {
      hit: recorded.hit,
      afterPaint: (recorded.clickedAt ?? NaN) - recorded.firstPaint,
      duration: worst(recorded.durations),
      ...(recorded.answeredAfter !== undefined && { answeredAfter: recorded.answeredAfter }),
    };
  } finally {
    await tab.close();
  }
}

/** What a target's clicks come to in a table. */
export function clickCells(clicks: readonly Click[]): Row {
  const hits = clicks.filter(({ hit }) => hit);
  const durations = hits.map(({ duration }) => duration);
  const answers = hits.flatMap(({ answeredAfter = [] }) => answeredAfter);
  return {
    点中: clicks.length ? `${hits.length}/${clicks.length}` : nothing,
    '点击于 ms': rounded(median(hits.map(({ afterPaint }) => afterPaint))),
    'INP 中位 ms': rounded(median(durations)),
    'INP 最差 ms': rounded(worst(durations)),
    有反应: hits.length ? `${answers.length}/${hits.length}` : nothing,
    '反应 中位 ms': rounded(median(answers)),
    '反应 最差 ms': rounded(worst(answers)),
  };
}

/** Measures every target of a page, each click on a page freshly loaded. */
export async function measureInteraction(
  browser: Browser,
  url: string,
  runs: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const target of targets) {
    const place = await findPlace(browser, url, target);
    const clicks: Click[] = [];
    while (place && clicks.length < runs) {
      clicks.push(await clickOnce(browser, url, target, place));
    }
    rows.push({ 点击: target.name, 屏幕: target.device, ...clickCells(clicks) });
  }
  return rows;
}
