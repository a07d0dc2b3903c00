/** How a page opens: when its scripts start, and what is drawn before they are there. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { writtenChapters } from '../../src/book/pages';
import { hold } from '../support/hold';
import { serveInHalves } from '../support/staticServer';
import { expect, hydrated, open, test } from '../support/site';

const chapter = `/chapters/${writtenChapters()[0]?.id}`;

/** Has the page note when a frame with the whole document is done; to be called before it is opened. */
async function noteWholeFrame(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () =>
      requestAnimationFrame(() =>
        setTimeout(() => Object.assign(window, { wholeFrame: performance.now() })),
      ),
    );
  });
}

/** When that was, and when the site's scripts were asked for, in ms. */
async function starts(page: Page): Promise<{ wholeFrame: number; scripts: readonly number[] }> {
  return page.evaluate(() => ({
    wholeFrame: (window as unknown as { wholeFrame: number }).wholeFrame,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/js\/(?:runtime|main)/.test(name))
      .map(({ startTime }) => startTime),
  }));
}

/** Sizes and weights of a typeface on one page. The browser prepares each by itself before the first line is there. */
const mostFonts = 12;

test.describe('little stands between the document and its first line', () => {
  for (const path of ['/', `/chapters/${writtenChapters().at(-1)?.id}`, '/appendix/faq']) {
    test(`${path} asks for its style sheet only, and is set in few fonts`, async ({
      page,
      problems,
    }) => {
      problems.allow(/ERR_FAILED/);
      await page.setViewportSize({ width: 360, height: 780 });
      await page.route(/\.js$/, (route) => route.abort());
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().startsWith('http')) asked.push(request.resourceType());
      });
      await page.goto(path);
      expect(asked.filter((type) => type !== 'script')).toEqual(['document', 'stylesheet']);
      const { fonts, pictures } = await page.evaluate(() => {
        const all = new Set<string>();
        const pictures = new Set<string>();
        for (const element of document.querySelectorAll('body *')) {
          if (!element.checkVisibility()) continue;
          for (const part of [undefined, '::before', '::after']) {
            const style = getComputedStyle(element, part);
            if (style.backgroundImage.includes('url(')) pictures.add(style.backgroundImage);
            const [family = ''] = style.fontFamily.split(',');
            const shown = part
              ? /["']/.test(style.content)
              : [...element.childNodes].some(
                  (node) => node.nodeType === 3 && node.nodeValue?.trim(),
                );
            if (shown)
              all.add(`${family} ${style.fontSize} ${style.fontWeight} ${style.fontStyle}`);
          }
        }
        return { fonts: [...all].sort(), pictures: [...pictures] };
      });
      // Each SVG picture of a style sheet is a document of its own, set up before the text is laid out.
      expect(pictures).toEqual([]);
      expect(fonts.length, fonts.join('\n')).toBeLessThanOrEqual(mostFonts);
    });
  }
});

test.describe('scripts start after the first paint', () => {
  test('the document asks for none, and the browser for all only once it has painted', async ({
    page,
  }) => {
    const html = readFileSync(`build${chapter}/index.html`, 'utf8');
    expect(/<script[^>]*\ssrc=/.test(html), 'a script element').toBe(false);
    expect(/<link[^>]*(?:as=["']?script|modulepreload)/.test(html), 'a preload').toBe(false);
    await noteWholeFrame(page);
    await open(page, chapter);
    const { wholeFrame, scripts } = await starts(page);
    expect(scripts.length).toBeGreaterThan(1);
    for (const startTime of scripts) expect(startTime).toBeGreaterThan(wholeFrame);
  });

  test('what starts them leaves everything else in the head alone', async ({ page }) => {
    await page.clock.install();
    await page.goto(chapter);
    await page.clock.runFor(100);
    await hydrated(page);
    // A browser that tells no paint is waited for one second.
    await page.clock.runFor(2000);
    const told = await page.evaluate(() =>
      [...document.head.children]
        .filter((element) => /insertBanner/.test(String((element as HTMLElement).onload)))
        .map((element) => element.getAttribute('src')),
    );
    expect(told).toEqual([expect.stringMatching(/\/assets\/js\/main\./)]);
  });

  test('a tab opened in the background does not wait for a paint that will not come', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      window.requestAnimationFrame = () => 0;
    });
    const asked = page.waitForRequest(/\/assets\/js\/main/);
    await page.goto(chapter);
    await asked;
  });

  for (const [what, change] of [
    ['is missing', () => void Reflect.deleteProperty(window, 'PerformanceObserver')],
    [
      'throws',
      () => {
        window.PerformanceObserver.prototype.observe = () => {
          throw new TypeError('paint');
        };
      },
    ],
  ] as const) {
    test(`where what reports a paint ${what}, they start all the same`, async ({ page }) => {
      await page.addInitScript(change);
      await open(page, chapter);
    });
  }

  test('a document that is still on its way is not taken over', async ({ page }) => {
    const server = await serveInHalves('build', '<footer');
    try {
      await noteWholeFrame(page);
      await page.goto(`${server.url}${chapter}/`, { waitUntil: 'commit' });
      await expect(page.locator('h1')).toBeVisible();
      // Long after the first paint: frames go on while the rest is on its way.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
      });
      expect(server.asked.filter((url) => url.endsWith('.js'))).toEqual([]);
      server.finish();
      await hydrated(page);
      await expect(page.locator('.theme-layout-footer')).toHaveCount(1);
      const { wholeFrame, scripts } = await starts(page);
      // The rest is painted first, too.
      for (const startTime of scripts) expect(startTime).toBeGreaterThan(wholeFrame);
    } finally {
      server.finish();
      await server.close();
    }
  });

  test('where neither scripts nor styles come, the home page names its base URL once', async ({
    page,
    problems,
  }) => {
    problems.allow(/ERR_FAILED/);
    const banner = page.locator('#__docusaurus-base-url-issue-banner');
    await open(page, '/');
    await expect(banner).toHaveCount(0);
    await page.route(/\/assets\//, (route) => route.abort());
    await page.reload();
    await expect(banner).toBeVisible();
    await expect(page.locator('h1')).toBeVisible();
  });
});

test.describe('nothing is drawn before the title', () => {
  const builtPages = (readdirSync('build', { recursive: true }) as string[])
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({ file, html: readFileSync(`build/${file}`, 'utf8') }))
    .filter(({ html }) => !html.includes('http-equiv="refresh"'));

  test('every page says so, has one, and no inline script before it waits for the style sheet', () => {
    expect(builtPages.length).toBeGreaterThan(writtenChapters().length);
    for (const { file, html } of builtPages) {
      expect(html.match(/<link rel=expect href=#title blocking=render>/g), file).toHaveLength(1);
      expect(html.match(/<h1[^>]*\sid=title[ >]/g), file).toHaveLength(1);
      expect(html.split(' id=title'), file).toHaveLength(2);
      const styles = html.indexOf('<link rel=stylesheet');
      expect(styles, file).toBeGreaterThan(0);
      const afterStyles = html.slice(styles, html.indexOf(' id=title'));
      expect(afterStyles.includes('<script'), file).toBe(false);
    }
  });

  test('the document is not done, and so never laid out, before its styles are there', async ({
    page,
  }) => {
    const release = await hold(page, /\.css$/);
    await page.goto(chapter, { waitUntil: 'commit' });
    // All of it has been read meanwhile, but for what starts the scripts.
    await expect(page.locator('.theme-layout-footer')).toBeAttached();
    expect(await page.evaluate(() => document.readyState)).toBe('loading');
    release();
    await hydrated(page);
  });

  test('a dark screen stays dark while the styles are there and the page is still on its way', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const server = await serveInHalves('build', '<h1');
    await page.addInitScript(() => {
      const frames: string[] = [];
      Object.assign(window, { frames });
      requestAnimationFrame(() => {
        // The browser may stop between the title's tag and its text.
        const title = document.querySelector('h1') ? 'title' : 'no title';
        frames.push(`${document.documentElement.dataset.theme}: ${title}`);
      });
    });
    const frames = (): Promise<string[]> =>
      page.evaluate(() => (window as unknown as { frames: string[] }).frames);
    try {
      await page.goto(`${server.url}${chapter}/`, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.styleSheets.length > 0, undefined, { polling: 20 });
      // Many tasks later, time enough for a frame.
      await page.evaluate(async () => {
        for (let task = 0; task < 50; task++) await new Promise((done) => setTimeout(done));
      });
      expect(await frames()).toEqual([]);
      server.finish();
      await expect.poll(frames).toEqual(['dark: title']);
    } finally {
      server.finish();
      await server.close();
    }
  });
});

test('Chromium is told to compile the scripts of every page while they arrive', async () => {
  const folder = 'build/assets/js';
  const entries = readdirSync(folder).filter((name) => name.startsWith('main'));
  expect(entries.length).toBeGreaterThan(0);
  for (const name of entries) {
    expect(readFileSync(`${folder}/${name}`, 'utf8'), name).toMatch(
      /^\/\/# allFunctionsCalledOnLoad\n/,
    );
  }
});
