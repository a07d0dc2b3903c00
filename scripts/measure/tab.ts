/** The browser that clicks and navigations are measured in, and how slow it is made. */
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms there and back; bytes per second, ms. */
export const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
};

/** How many times slower than this machine's the measured CPU is: a mid-range phone, for Lighthouse. */
export const cpuSlowdown = 4;

/** Screens of readers, in CSS pixels; the phone is Lighthouse's. */
export const devices = {
  phone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
} as const;

/** A page nobody has opened yet, with an empty cache. */
export interface Tab {
  readonly page: Page;
  /** The page's protocol session. */
  readonly session: CDPSession;
  readonly close: () => Promise<void>;
}

/**
 * Starts the browser.
 *
 * No host but this machine resolves: the ad script fails at once, as it does for a reader who blocks
 * it. Playwright's own interception would turn the cache off.
 */
export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

/** Opens a tab with a cache and a storage of its own. */
export async function openTab(browser: Browser, device: keyof typeof devices): Promise<Tab> {
  const context = await browser.newContext({ locale: 'zh-CN', ...devices[device] });
  const page = await context.newPage();
  // tsx names inner functions through a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  return { page, session, close: () => context.close() };
}

/** Slows a tab's CPU down, and its network where asked. */
export async function slowDown({ session }: Tab, network: 'full' | 'slow4g'): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  if (network === 'slow4g') await session.send('Network.emulateNetworkConditions', slow4g);
}

/** Waits until React has taken over the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-has-hydrated=true]').waitFor({ state: 'attached' });
}

/** Waits until no request has ended for half a second. */
export async function networkQuiet(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, 500);
        new PerformanceObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 500);
        }).observe({ type: 'resource' });
      }),
  );
}
