/**
 * The ads' test bench: a page with a faked ad script, Playwright's clock and a probe. Every test that
 * uses it ends with the invariants that hold in whatever happens to the ads.
 */
import { join } from 'node:path';
import { test as base, expect, type Browser, type Locator, type Page } from '@playwright/test';
import { adSlots, adTiming, type AdSlotName } from '../../../src/ads/config';
import { lenientUrl } from '../../support/settings';
import { buildProjectPage, buildTimeoutMs, projectBase } from '../../support/builds';

export { expect };

/** Pages that the tests read; none of the tests depends on their text, and short ones load sooner. */
export const paths = {
  home: '/',
  chapter: '/chapters/chapter00-preface',
  faq: '/appendix/faq',
  category: '/appendix/appendix/category/附录',
} as const;

/** How the faked AdSense answers the request for an ad unit; without a status it never answers. */
export interface Answer {
  readonly status?: 'filled' | 'unfilled' | 'unfill-optimized';
  /** Time from the request to the answer, in ms. */
  readonly afterMs?: number;
  readonly throws?: boolean;
}

/** What becomes of the request for the ad script. */
export type ScriptOutcome =
  | { readonly type: 'aborted' | 'not-found' | 'hangs' }
  /** `takesRequests`: the script takes the queue over, as AdSense does. */
  | { readonly type: 'runs'; readonly source: string; readonly takesRequests?: true };

/** What the probe in the page counts. */
interface Probe {
  /** Requests pushed, on `performance.now()`'s scale, in ms. */
  readonly pushTimes: number[];
  /** Requests that the faked script has taken. */
  taken: number;
  /** Moments at which more requests waited than `<ins>` stood in the page. */
  surplusPushes: number;
  readonly timers: Map<number, number>;
  readonly observers: Set<object>;
  animations: number;
  shift: number;
  /** Set before the page goes to paper: from then on nothing moves that a reader sees. */
  printed: boolean;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Wraps the browser functions whose use the invariants speak of; runs before any script of the page. */
function installProbe(): void {
  const probe: Probe = {
    pushTimes: [],
    taken: 0,
    surplusPushes: 0,
    timers: new Map(),
    observers: new Set(),
    animations: 0,
    shift: 0,
    printed: false,
  };
  window.probe = probe;

  const set = window.setTimeout as (handler: () => void, ms: number) => unknown;
  const clear = window.clearTimeout as (id: unknown) => void;
  const timeout = (handler: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
    const id = Number(
      set.call(
        window,
        () => {
          probe.timers.delete(id);
          handler(...args);
        },
        ms,
      ),
    );
    probe.timers.set(id, ms);
    return id;
  };
  window.setTimeout = timeout as unknown as typeof window.setTimeout;
  window.clearTimeout = (id) => {
    probe.timers.delete(Number(id));
    clear.call(window, id);
  };

  if ('IntersectionObserver' in window) {
    window.IntersectionObserver = class extends IntersectionObserver {
      override observe(target: Element): void {
        // Only what the slots watch; Docusaurus watches links to prefetch.
        if (target.matches('aside[data-slot], [data-held]')) probe.observers.add(this);
        super.observe(target);
      }

      override disconnect(): void {
        probe.observers.delete(this);
        super.disconnect();
      }
    };
  }

  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...args) {
    probe.animations += 1;
    return animate.apply(this, args);
  };

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput && !probe.printed) probe.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });

  let queue: Window['adsbygoogle'];
  Object.defineProperty(window, 'adsbygoogle', {
    get: () => queue,
    set(value: NonNullable<typeof queue>) {
      const push = value.push.bind(value);
      value.push = (entry: object) => {
        probe.pushTimes.push(performance.now());
        const result = push(entry);
        const waiting = Array.isArray(value) ? value.length : 0;
        if (waiting > document.querySelectorAll('ins.adsbygoogle').length) probe.surplusPushes += 1;
        return result;
      };
      queue = value;
    },
  });
}

/** The faked ad script: takes requests as AdSense does, one unprocessed `<ins>` in document order each. */
function runFakeAds(answers: Readonly<Record<string, Answer>>, fallback: Answer): void {
  const processed = new WeakSet<Element>();
  const take = (): number => {
    const ins = Array.from(document.querySelectorAll<HTMLElement>('ins.adsbygoogle')).find(
      (element) => !processed.has(element),
    );
    if (!ins) {
      throw new Error(
        'All ins elements in the DOM with class=adsbygoogle already have ads in them',
      );
    }
    if (ins.offsetWidth === 0) throw new Error('No slot size for availableWidth=0');
    const answer = answers[ins.dataset.adSlot ?? ''] ?? fallback;
    if (answer.throws) throw new Error('push failed');
    processed.add(ins);
    window.probe.taken += 1;
    const { status } = answer;
    if (status) {
      setTimeout(() => {
        ins.dataset.adStatus = status;
        // Larger than its box in both directions, as a misbehaving creative is.
        if (status === 'filled') ins.innerHTML = '<div style="width:1200px;height:280px">ad</div>';
      }, answer.afterMs ?? 0);
    }
    return 1;
  };
  const waiting = (window.adsbygoogle ?? []) as unknown as object[];
  window.adsbygoogle = { push: take };
  waiting.splice(0).forEach(take);
}

/** A script that answers by slot; slots not named get the fallback, which never answers unless given. */
export function fakeAds(
  answers: Partial<Record<AdSlotName, Answer>> = {},
  fallback: Answer = {},
): ScriptOutcome {
  const byId = Object.fromEntries(
    Object.entries(answers).map(([slot, answer]) => [
      adSlots[slot as AdSlotName].placeholderId,
      answer,
    ]),
  );
  return {
    type: 'runs',
    takesRequests: true,
    source: `(${runFakeAds})(${JSON.stringify(byId)}, ${JSON.stringify(fallback)});`,
  };
}

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};

/**
 * Lets a page see the site without ads, without a server.
 *
 * @param folder where it was built
 * @returns address of its home page, without trailing slash
 */
export async function serveAdFree(page: Page, folder: string): Promise<string> {
  const address = `http://ads-off.test${projectBase.slice(0, -1)}`;
  await page.route(`${address}/**`, (route) => {
    const { pathname: encoded } = new URL(route.request().url());
    const pathname = `/${decodeURIComponent(encoded).slice(projectBase.length)}`;
    const file = /\.\w+$/.test(pathname) ? pathname : join(pathname, 'index.html');
    const contentType = contentTypes[file.split('.').pop() ?? ''];
    return route.fulfill({ path: join(folder, file), contentType });
  });
  return address;
}

/** Waits until React has taken over the page. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-has-hydrated', 'true');
}

const textsWithoutAds = new Map<string, string>();

/** The article's text on the site built without ads; read once per worker. */
async function readWithoutAds(browser: Browser, folder: string, path: string): Promise<string> {
  const known = textsWithoutAds.get(path);
  if (known !== undefined) return known;
  const page = await browser.newPage();
  await page.goto((await serveAdFree(page, folder)) + path);
  await hydrated(page);
  const text = (await page.locator('article').textContent()) ?? '';
  await page.close();
  textsWithoutAds.set(path, text);
  return text;
}

/** A page whose ads the test controls; all times in ms of the faked clock. */
export class AdPage {
  /** Requests for the ad script so far. */
  scriptRequests = 0;
  /** Errors that the test itself injects: part of the message of each. */
  readonly expectedErrors: string[] = [];
  private readonly errors: string[] = [];
  private readonly messages: { readonly type: string; readonly text: string }[] = [];
  private deliver: (outcome: ScriptOutcome) => void = () => {};
  private documents = 0;
  private takesRequests = false;

  constructor(readonly page: Page) {}

  /** Prepares the page: the probe, the clock (standing still) and the script's outcome. */
  async prepare(outcome: ScriptOutcome): Promise<void> {
    const { page } = this;
    this.takesRequests = outcome.type === 'runs' && outcome.takesRequests === true;
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.context().addInitScript(installProbe);
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) =>
      this.messages.push({ type: message.type(), text: message.text() }),
    );
    page.on('domcontentloaded', () => (this.documents += 1));
    await page.route(/pagead2\.googlesyndication\.com/, async (route) => {
      this.scriptRequests += 1;
      const delivered =
        outcome.type === 'hangs'
          ? await new Promise<ScriptOutcome>((resolve) => (this.deliver = resolve))
          : outcome;
      if (delivered.type === 'runs') {
        return route.fulfill({
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
          body: delivered.source,
        });
      }
      return delivered.type === 'aborted' ? route.abort() : route.fulfill({ status: 404 });
    });
  }

  /** Lets a script that hangs arrive at last. */
  async releaseScript(outcome: ScriptOutcome): Promise<void> {
    const loaded = this.page.waitForEvent('requestfinished', (request) =>
      request.url().includes('pagead2.googlesyndication.com'),
    );
    this.deliver(outcome);
    await loaded;
    await this.waitFor(() => !Array.isArray(window.adsbygoogle));
  }

  /** Lets a script that hangs fail at last. */
  async releaseFailure(): Promise<void> {
    const failed = this.page.waitForEvent('requestfailed', (request) =>
      request.url().includes('pagead2.googlesyndication.com'),
    );
    this.deliver({ type: 'aborted' });
    await failed;
  }

  /** Adds a style to every document before its first paint; call it before opening a page. */
  async addStyle(css: string): Promise<void> {
    await this.page.context().addInitScript((text) => {
      new MutationObserver((_records, observer) => {
        if (!document.head) return;
        observer.disconnect();
        const style = document.createElement('style');
        style.textContent = text;
        document.head.append(style);
      }).observe(document, { childList: true, subtree: true });
    }, css);
  }

  /** Opens a page of the site and lets it hydrate. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.until(() =>
      this.page.evaluate(() => document.documentElement.dataset.hasHydrated === 'true'),
    );
  }

  /** Follows a route inside the running app, as a click on a link does. */
  async navigate(path: string): Promise<void> {
    await this.page.evaluate((target) => {
      history.pushState({ key: target }, '', target);
      dispatchEvent(new PopStateEvent('popstate', { state: { key: target } }));
    }, path);
  }

  /** Follows a route and waits until its page has taken the old one's place. */
  async arrive(path: string): Promise<void> {
    const { page } = this;
    await page
      .locator('article')
      .first()
      .evaluate((article) => (article.dataset.old = 'true'));
    await this.navigate(path);
    await this.until(
      async () =>
        (await page.locator('article').count()) > 0 &&
        (await page.locator('article[data-old]').count()) === 0,
    );
  }

  /** Lets the clock run in small steps until the condition holds. */
  async until(condition: () => Promise<boolean>): Promise<void> {
    await expect
      .poll(
        async () => {
          if (await condition()) return true;
          await this.page.clock.runFor(20);
          return condition();
        },
        { intervals: [20], timeout: 10_000 },
      )
      .toBe(true);
  }

  /** Waits for a condition in the page while the clock stands still. */
  async waitFor(condition: () => boolean): Promise<void> {
    await expect.poll(() => this.page.evaluate(condition)).toBe(true);
  }

  /** Opens a page and waits until the slot has pushed its request. */
  async load(path: string, slot: AdSlotName): Promise<void> {
    await this.open(path);
    await this.requested(slot);
  }

  /**
   * Waits until the slot's `<ins>` stands in the page, which it does with its push, and until the
   * faked script (if it runs) has arrived: the network is real, only the clock stands still.
   */
  async requested(slot: AdSlotName): Promise<void> {
    await this.until(async () => (await this.ins(slot).count()) === 1);
    if (this.takesRequests) await this.waitFor(() => !Array.isArray(window.adsbygoogle));
  }

  /** Lets the clock run until so many ms have passed since the latest push. */
  async advanceTo(sincePushMs: number): Promise<void> {
    const passed = await this.page.evaluate(
      () => performance.now() - (window.probe.pushTimes.at(-1) ?? 0),
    );
    await this.page.clock.runFor(sincePushMs - passed);
  }

  /**
   * Waits until the browser has drawn the first frame of what glides. A glide that ends before any frame showed it
   * is, to the reader and to the browser's count, a jump.
   */
  async glideShown(): Promise<void> {
    await this.page.evaluate(async () => {
      await Promise.all(document.getAnimations().map(({ ready }) => ready));
    });
  }

  /** One slot's container. */
  slot(name: AdSlotName): Locator {
    return this.page.locator(`aside[data-slot="${name}"]`);
  }

  /** Every slot's container. */
  get slots(): Locator {
    return this.page.locator('aside[data-slot]');
  }

  /** One slot's `<ins>`. */
  ins(name: AdSlotName): Locator {
    return this.slot(name).locator('ins');
  }

  /** What the probe has counted so far. */
  async counts(): Promise<{
    pushes: number;
    waiting: number;
    live: number;
    timers: number[];
    observers: number;
    animations: number;
    shift: number;
    taken: number;
    surplusPushes: number;
  }> {
    return this.page.evaluate(() => ({
      pushes: window.probe.pushTimes.length,
      waiting: Array.isArray(window.adsbygoogle) ? window.adsbygoogle.length : 0,
      live: document.querySelectorAll('ins.adsbygoogle').length,
      timers: [...window.probe.timers.values()],
      observers: window.probe.observers.size,
      animations: window.probe.animations,
      shift: window.probe.shift,
      taken: window.probe.taken,
      surplusPushes: window.probe.surplusPushes,
    }));
  }

  /** The lines that the ads wrote, without their prefix. */
  get log(): string[] {
    return this.messages
      .filter(({ text }) => text.startsWith('[ads] '))
      .map(({ text }) => text.slice('[ads] '.length));
  }

  /**
   * Asserts what holds in every case, then leaves for a page without ads and asserts that nothing is left.
   *
   * @param adFreeSite folder of the site built without any ad, whose text this one's must equal
   */
  async verify(browser: Browser, adFreeSite: string): Promise<void> {
    const { page } = this;
    const viewport = page.viewportSize();
    const path = decodeURIComponent(new URL(page.url()).pathname);
    if (path !== paths.category) {
      expect(await page.locator('article').textContent()).toBe(
        await readWithoutAds(browser, adFreeSite, path),
      );
    }
    const { shift } = await this.counts();
    expect(shift).toBeLessThan(viewport?.width === 375 ? 0.02 : 0.1);

    await this.arrive(paths.category);
    // At once: a poll that outlives its slot would end by itself at the deadline.
    expect((await this.counts()).timers).not.toContain(adTiming.pollIntervalMs);
    await page.clock.runFor(10_000);
    expect(await this.slots.count()).toBe(0);
    expect(await this.counts()).toMatchObject({
      waiting: 0,
      live: 0,
      timers: [],
      observers: 0,
      surplusPushes: 0,
    });
    expect(await page.locator('script[src*="googlesyndication"]').count()).toBeLessThanOrEqual(1);
    expect(this.scriptRequests).toBeLessThanOrEqual(this.documents);

    const unexpected = this.errors.filter(
      (message) => !this.expectedErrors.some((part) => message.includes(part)),
    );
    expect(unexpected).toEqual([]);
    // Chromium itself reports the request that failed; everything else would be ours.
    const complaints = this.messages.filter(
      ({ type, text }) =>
        (type === 'error' || type === 'warning') && !text.startsWith('Failed to load resource'),
    );
    expect(complaints).toEqual([]);
    for (const { type } of this.messages.filter(({ text }) => text.startsWith('[ads]'))) {
      expect(type).toBe('log');
    }
  }
}

interface Fixtures {
  /** The page under test; the invariants are asserted when the test ends. */
  ads: AdPage;
}

interface WorkerFixtures {
  /** Folder of the site built without any ad. */
  adFreeSite: string;
}

/** Playwright's `test` with the ads' page. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  adFreeSite: [
    async ({}, use) => {
      const { folder, status, log } = await buildProjectPage();
      if (status !== 0) throw new Error(`the site without ads did not build:\n${log}`);
      await use(folder);
    },
    { scope: 'worker', timeout: buildTimeoutMs },
  ],
  ads: async ({ page, browser, adFreeSite }, use, testInfo) => {
    const ads = new AdPage(page);
    await use(ads);
    if (testInfo.status === 'passed') await ads.verify(browser, adFreeSite);
  },
});

/** The site under test, for contexts that a test opens itself. */
export const siteUrl = lenientUrl;
