/** The book kept in the browser: nothing before the reader asks, everything after, and no half-saved book. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser';
import { makeWorker } from '../../scripts/offline/makeWorker';
import { expect, open, sitemapPaths, test as base } from '../support/site';
import { serveSpoilt, type SpoiltServer } from '../support/staticServer';

const chapter = '/chapters/chapter00-preface';
const test = base.extend<{ host: SpoiltServer }>({
  host: async ({ context }, use) => {
    const host = await serveSpoilt('build');
    // Workers fetch by themselves: what is not the host's is not to be had.
    await context.route(/googlesyndication/, (route) => route.abort());
    await use(host);
    await host.close();
  },
});

const place = (page: Page): Locator => page.locator('.markdown [data-offline]');
const button = (page: Page): Locator => place(page).getByRole('button');
const status = (page: Page): Locator => place(page).getByRole('status');

/** What the browser keeps: registrations of workers, and caches. */
const kept = (page: Page): Promise<{ workers: number; caches: string[] }> =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }));
const nothing = { workers: 0, caches: [] };

const saved = /全书已在这个浏览器里/;
/** Saving is hundreds of requests, one after another, on a machine shared with other builds. */
const savingMs = 120_000;

/**
 * Presses until the press is answered, which is at once. Twice, on a busy machine, a single press had no answer;
 * the likely reason is an ad that went and moved the button between the pointer's going down and its coming up.
 */
async function press(page: Page): Promise<void> {
  await expect(async () => {
    await button(page).click();
    await expect(status(page)).not.toBeEmpty({ timeout: 1000 });
  }).toPass();
}

async function save(page: Page, url: string): Promise<void> {
  await open(page, url);
  await press(page);
  await expect(status(page)).toContainText(saved, { timeout: savingMs });
}

test.describe.configure({ timeout: 240_000 });

test('nothing is kept and no worker runs before the reader asks', async ({ page, host }) => {
  await open(page, host.url);
  await expect(button(page)).toHaveText('离线阅读：把全书存进浏览器');
  expect(await kept(page)).toEqual(nothing);
});

test('a saved book needs no network: pages, pictures, search, and a word about unknown addresses', async ({
  page,
  host,
  problems,
}) => {
  problems.allow(/Failed to load resource|ERR_/);
  await save(page, host.url);
  await expect(status(page)).toContainText(/占 [\d.]+ MB/);
  host.spoil = () => 'down';
  for (const path of sitemapPaths()) {
    const answer = await page.goto(host.url + path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.locator('h1').first(), path).not.toBeEmpty();
  }
  await open(page, `${host.url}${chapter}/?from=mail`);
  await expect(page.locator('main h1')).toContainText('第 0 章');
  // The next page, inside the application.
  await page.locator('[data-chapter-end] a').click();
  await expect(page.locator('main h1')).toContainText('第 1 章');
  const picture = page.locator('.markdown img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole('combobox', { name: '搜索全书' }).fill('端口被占用');
  await expect(page.getByRole('option').first()).toContainText('端口');
  const unknown = await page.goto(`${host.url}/no-such-page`);
  expect(unknown?.status()).toBe(404);
  await expect(page.getByText('找不到页面').first()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test('a deleted book leaves nothing', async ({ page, host }) => {
    await save(page, host.url);
    await button(page).tap();
    await expect(status(page)).toContainText('已删除');
    await expect(button(page)).toHaveText('离线阅读：把全书存进浏览器');
    expect(await kept(page)).toEqual(nothing);
  });
});

test('saving that is stopped half way leaves nothing', async ({ page, host }) => {
  let asked = 0;
  host.spoil = () => {
    asked += 1;
    return undefined;
  };
  await open(page, host.url);
  await press(page);
  await expect.poll(() => asked).toBeGreaterThan(120);
  await button(page).click();
  await expect(status(page)).toContainText('已删除');
  let before = -1;
  const quietHost = (): boolean => {
    const same = asked === before;
    before = asked;
    return same;
  };
  await expect.poll(quietHost, { intervals: [1000] }).toBe(true);
  expect(await kept(page)).toEqual(nothing);
  await expect(status(page)).toContainText('已删除');
});

test('a browser without room says so, and keeps nothing', async ({ page, host, problems }) => {
  problems.allow(/./);
  await open(page, host.url);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: host.url, quotaSize: 500_000 });
  await press(page);
  await expect(status(page)).toContainText('空间不够', { timeout: savingMs });
  await expect.poll(() => kept(page)).toEqual(nothing);
});

test('a host that answers the home page for a missing file is not believed', async ({
  page,
  host,
  problems,
}) => {
  problems.allow(/./);
  host.spoil = (path) =>
    /\/img\/chapter11/.test(path) || path.includes(chapter) ? 'home' : undefined;
  await open(page, host.url);
  await press(page);
  await expect(status(page)).toContainText('与这一版不符', { timeout: savingMs });
  await expect.poll(() => kept(page)).toEqual(nothing);
});

test('a browser that refuses storage says so', async ({ page, host, problems }) => {
  problems.allow(/./);
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () =>
      Promise.reject(new DOMException('The user denied permission', 'SecurityError'));
  });
  await open(page, host.url);
  await press(page);
  await expect(status(page)).toContainText('浏览器不允许');
  await expect(button(page)).toHaveText('离线阅读：把全书存进浏览器');
});

test('code that does not arrive is told, and another press fetches it', async ({
  page,
  host,
  problems,
}) => {
  problems.allow(/Failed to load resource|ERR_/);
  await open(page, host.url);
  host.spoil = (path) => (path.endsWith('.js') ? 'down' : undefined);
  await press(page);
  await expect(status(page)).toContainText('再按一次');
  await expect(button(page)).toHaveText('离线阅读：把全书存进浏览器');
  host.spoil = () => undefined;
  await button(page).click();
  await expect(status(page)).toContainText('正在保存');
});

test('a browser without workers says so', async ({ page, host }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });
  });
  await open(page, host.url);
  await press(page);
  await expect(status(page)).toContainText('浏览器不允许');
});

test('a browser killed while it saves begins again where it was', async ({ host }, testInfo) => {
  const folder = testInfo.outputPath('profile');
  const launch = () =>
    chromium.launchPersistentContext(folder, {
      executablePath: findBrowser('tests'),
      args: ['--no-sandbox', '--disable-background-networking'],
    });
  let asked = 0;
  let reached: (() => void) | undefined;
  const half = new Promise<void>((done) => (reached = done));
  host.spoil = () => {
    if (++asked > 120) reached?.();
    return undefined;
  };
  const first = await launch();
  await first.route(/googlesyndication/, (route) => route.abort());
  const page = await first.newPage();
  await open(page, host.url);
  await press(page);
  await half;
  await first.close();
  host.spoil = () => undefined;
  const second = await launch();
  await second.route(/googlesyndication/, (route) => route.abort());
  const again = await second.newPage();
  await open(again, host.url);
  await press(again);
  await expect(status(again)).toContainText(saved, { timeout: savingMs });
  host.spoil = () => 'down';
  const answer = await again.goto(host.url + chapter);
  expect(answer?.status()).toBe(200);
  await second.close();
});

/** Another edition of the built site, with other words in a chapter. */
async function newEdition(folder: string, words: string): Promise<void> {
  cpSync('build', folder, { recursive: true });
  const file = join(folder, chapter, 'index.html');
  writeFileSync(file, readFileSync(file, 'utf8').replace('<h1 id=title>', `<h1 id=title>${words}`));
  await makeWorker(folder);
}

test('a new edition announces itself; wanted on one page, it takes its place on all', async ({
  page,
  host,
  problems,
}, testInfo) => {
  problems.allow(/Failed to load resource|ERR_|hydrat|#418/i);
  await save(page, host.url);
  const folder = testInfo.outputPath('edition');
  await newEdition(folder, '新版');
  host.serve(folder);
  await open(page, host.url);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(button(page)).toHaveText('换上新的一版', { timeout: savingMs });
  await page.goto(host.url + chapter);
  await expect(page.locator('main h1')).not.toContainText('新版');
  await open(page, host.url);
  await expect(button(page)).toHaveText('换上新的一版');
  const other = await page.context().newPage();
  await open(other, host.url);
  await expect(button(other)).toHaveText('换上新的一版');
  let otherReloaded = false;
  other.once('framenavigated', () => (otherReloaded = true));
  let reloaded = false;
  // The new document, not its load event: on a busy machine half a minute may lie between them.
  page.once('framenavigated', () => (reloaded = true));
  await button(page).click();
  await expect
    .poll(async () => reloaded || (await status(page).textContent())?.includes('正在换上'))
    .toBe(true);
  // Chromium lets the old worker go when it is idle, on a busy machine after 30 s; never while a debugger watches it.
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  const letGo = async (): Promise<boolean> => {
    if (!reloaded) await session.send('ServiceWorker.stopAllWorkers');
    return reloaded;
  };
  await expect.poll(letGo, { intervals: [3000], timeout: savingMs }).toBe(true);
  await expect.poll(() => otherReloaded).toBe(true);
  host.spoil = () => 'down';
  const answer = await page.goto(host.url + chapter);
  expect(await answer?.text()).toContain('新版');
});

test('an update that breaks off leaves the old edition as it was', async ({
  page,
  host,
  problems,
}, testInfo) => {
  problems.allow(/./);
  await save(page, host.url);
  const folder = testInfo.outputPath('edition');
  await newEdition(folder, '新版');
  host.serve(folder);
  host.spoil = (path) => (path.includes(chapter) ? 'down' : undefined);
  await open(page, host.url);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => {});
    const worker = registration?.installing;
    if (!worker) return;
    await new Promise<void>((done) =>
      worker.addEventListener('statechange', () => worker.state === 'redundant' && done()),
    );
  });
  host.spoil = () => 'down';
  const answer = await page.goto(host.url + chapter);
  expect(answer?.status()).toBe(200);
  expect(await answer?.text()).not.toContain('新版');
  await open(page, host.url);
  await expect(status(page)).toContainText(saved);
});
