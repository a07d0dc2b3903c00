/** Case 13: the real hook under React's StrictMode, in a page of its own (Docusaurus uses none). */
import { readFile } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
import type { Page } from '@playwright/test';
import { AdPage, expect, fakeAds, test, type ScriptOutcome } from './adPage';

const origin = 'http://strict-mode.test';

/** Turns the content slot on, as an author would who wants ads in the text. */
const contentOn: Plugin = {
  name: 'content-on',
  setup: ({ onLoad }) =>
    onLoad({ filter: /ads\/config\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/(content: {\s+enabled: )false/, '$1true'),
      loader: 'ts',
    })),
};

async function bundle(plugins: Plugin[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['tests/fixtures/ads/strictMode.tsx'],
    bundle: true,
    write: false,
    outdir: '.tmp',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins,
  });
  const script = outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
  // Only the development build mounts twice.
  expect(script).toContain('StrictMode');
  return script;
}

async function mount(page: Page, outcome: ScriptOutcome, plugins: Plugin[] = []): Promise<AdPage> {
  const script = await bundle(plugins);
  const ads = new AdPage(page);
  await ads.prepare(outcome);
  await page.route(`${origin}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script })
      : route.fulfill({
          contentType: 'text/html; charset=utf-8',
          body: '<!doctype html><div id="root"></div><script src="/slots.js"></script>',
        }),
  );
  await page.goto(origin);
  await ads.requested('pageTop');
  return ads;
}

test('double mount while the script is on its way: one script, one effective push', async ({
  page,
}) => {
  const ads = await mount(page, { type: 'hangs' });
  await page.clock.runFor(1000);
  expect(await ads.counts()).toMatchObject({ waiting: 1, live: 1, surplusPushes: 0 });
  // The request reaches the test by way of the browser, whatever the page's clock says.
  await expect.poll(() => ads.scriptRequests).toBe(1);
  await expect(page.locator('script[src*="googlesyndication"]')).toHaveCount(1);
  await ads.releaseScript(fakeAds({}, { status: 'filled' }));
  await ads.until(async () => (await ads.slot('pageTop').getAttribute('data-state')) === 'filled');
  expect((await ads.counts()).taken).toBe(1);
});

test('unmount while the script is on its way: no push, timer or observer is left', async ({
  page,
}) => {
  const ads = await mount(page, { type: 'hangs' });
  expect((await ads.counts()).timers).toContain(100);
  await page.evaluate(() => window.unmountSlots());
  expect(await ads.counts()).toMatchObject({ waiting: 0, live: 0, timers: [], observers: 0 });
});

test('the content slot, whose flag is off, renders nothing', async ({ page }) => {
  const ads = await mount(page, fakeAds());
  await expect(ads.slot('content')).toHaveCount(0);
  await expect(ads.slots).toHaveCount(1);
});

test('an author’s ad in the text, once switched on, asks for its own unit and goes when unfilled', async ({
  page,
}) => {
  const answers = fakeAds({ content: { status: 'unfilled', afterMs: 300 } }, { status: 'filled' });
  const ads = await mount(page, answers, [contentOn]);
  await ads.requested('content');
  const slot = ads.slot('content');
  await expect(slot).toHaveRole('complementary');
  await expect(slot).toHaveAccessibleName('文中广告');
  await expect(slot.getByRole('button')).toHaveCount(0);
  await expect(ads.ins('content')).toHaveAttribute('data-ad-slot', '1000000004');
  await expect(ads.ins('content')).toHaveCSS('height', '90px');
  await ads.until(async () => (await slot.count()) === 0);
  await expect(ads.slot('pageTop')).toHaveAttribute('data-state', 'filled');
  expect((await ads.counts()).taken).toBe(2);
  await expect.poll(() => ads.log).toEqual(['content: unfilled']);
});
