/** The mechanisms that keep the pages light: an upgrade that drops one of them fails here. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writtenChapters } from '../../src/config/pages';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe';
import { layOutEverything } from '../support/reading';
import { expect, hydrated, open, test } from '../support/site';

const chapter = `/chapters/${writtenChapters()[0]?.id}`;

const mimeOf = (file: string): string =>
  file.endsWith('.css') ? 'text/css' : file.endsWith('.js') ? 'text/javascript' : 'image/svg+xml';

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
    const html = readFileSync(`build${chapter}/index.html`, 'utf8');
    const half = html.indexOf('<footer');
    expect(half).toBeGreaterThan(0);
    const asked: string[] = [];
    let finish = (): void => {};
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      if (!url.endsWith('/')) {
        createReadStream(`build${url}`)
          .on('error', () => response.writeHead(404).end())
          .pipe(response.setHeader('content-type', mimeOf(url)));
        return;
      }
      response.setHeader('content-type', 'text/html');
      response.write(html.slice(0, half));
      finish = () => response.end(html.slice(half));
    });
    await new Promise<void>((listening) => server.listen(0, listening));
    const { port } = server.address() as AddressInfo;
    try {
      await noteWholeFrame(page);
      await page.goto(`http://localhost:${port}${chapter}/`, { waitUntil: 'commit' });
      await expect(page.locator('h1')).toBeVisible();
      // Long after the first paint: frames go on while the rest is on its way.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
      });
      expect(asked.filter((url) => url.endsWith('.js'))).toEqual([]);
      finish();
      await hydrated(page);
      await expect(page.locator('.theme-layout-footer')).toHaveCount(1);
      const { wholeFrame, scripts } = await starts(page);
      // The rest is painted first, too.
      for (const startTime of scripts) expect(startTime).toBeGreaterThan(wholeFrame);
    } finally {
      finish();
      server.close();
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
      expect(html.match(/<h1 id=title[ >]/g), file).toHaveLength(1);
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
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\.css$/, async (route) => {
      await held;
      await route.continue();
    });
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
    const html = readFileSync(`build${chapter}/index.html`, 'utf8');
    const beforeTitle = html.indexOf('<h1');
    let finish = (): void => {};
    const server = createServer(({ url = '' }, response) => {
      if (!url.endsWith('/')) {
        createReadStream(`build${url}`)
          .on('error', () => response.writeHead(404).end())
          .pipe(response.setHeader('content-type', mimeOf(url)));
        return;
      }
      response.setHeader('content-type', 'text/html');
      response.write(html.slice(0, beforeTitle));
      finish = () => response.end(html.slice(beforeTitle));
    });
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
    await new Promise<void>((listening) => server.listen(0, listening));
    const { port } = server.address() as AddressInfo;
    try {
      await page.goto(`http://localhost:${port}${chapter}/`, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.styleSheets.length > 0, undefined, { polling: 20 });
      // Many tasks later, time enough for a frame.
      await page.evaluate(async () => {
        for (let task = 0; task < 50; task++) await new Promise((done) => setTimeout(done));
      });
      expect(await frames()).toEqual([]);
      finish();
      await expect.poll(frames).toEqual(['dark: title']);
    } finally {
      finish();
      server.close();
    }
  });
});

test.describe('a button pressed before the scripts are there', () => {
  for (const { what, path, name, width, expectDone } of [
    {
      what: 'opens the phone’s menu where no sidebar came with the page',
      path: '/404',
      name: '切换导航栏',
      width: 360,
      expectDone: (page: Page) => expect(page.locator('.navbar-sidebar--show')).toHaveCount(1),
    },
    {
      what: 'changes the theme, though it was disabled',
      path: chapter,
      name: /主题|模式/,
      width: 1280,
      expectDone: (page: Page) =>
        expect(page.locator('html')).toHaveAttribute('data-theme-choice', 'light'),
    },
  ] as const) {
    test(`${what} when they are, once`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/assets\/js\//, async (route) => {
        await held;
        await route.continue();
      });
      // The load event waits for scripts that have been asked for.
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const button = page.getByRole('button', { name }).first();
      const box = await button.boundingBox();
      await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
      release();
      await hydrated(page);
      await expectDone(page);
    });
  }

  test('is forgotten when the reader has waited too long', async ({ page }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 1280, height: 800 });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/js\//, async (route) => {
      await held;
      await route.continue();
    });
    // The load event waits for scripts that have been asked for.
    await page.goto(chapter, { waitUntil: 'domcontentloaded' });
    const toggle = page.getByRole('button', { name: /主题|模式/ }).first();
    await toggle.dispatchEvent('pointerup');
    await page.clock.fastForward(6000);
    release();
    await hydrated(page);
    // Once it answers, it is the answer to this.
    await toggle.click();
    await expect(page.locator('html')).toHaveAttribute('data-theme-choice', 'light');
  });
});

test.describe('a phone’s menu waits for no script', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  const sidebar = (page: Page) => page.getByRole('complementary').getByRole('navigation');
  const opener = (page: Page) => page.getByRole('button', { name: '切换导航栏' });

  test('without JavaScript it opens, closes, and leads to a chapter', async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    const page = await context.newPage();
    await page.goto(chapter);
    await expect(sidebar(page)).toBeHidden();
    await opener(page).click();
    await expect(sidebar(page)).toBeInViewport();
    await page.getByRole('button', { name: '关闭', exact: true }).click();
    await expect(sidebar(page)).toBeHidden();
    await opener(page).press('Enter');
    await sidebar(page).getByRole('link', { name: '关于本书' }).click();
    await expect(page).toHaveURL('/');
    // Nothing is offered that only a script could answer.
    await expect(page.locator('.theme-doc-toc-mobile')).toBeHidden();
    await context.close();
  });

  test('opened before the scripts are there, it stays until it is closed; then theirs opens', async ({
    page,
  }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/js\//, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(chapter, { waitUntil: 'domcontentloaded' });
    await opener(page).click();
    await expect(sidebar(page)).toBeInViewport();
    expect(await violations(page, 'all')).toEqual([]);
    release();
    await hydrated(page);
    await expect(page.locator('.table-of-contents')).toHaveCount(0); // What is not kept is gone.
    await expect(sidebar(page)).toBeInViewport();
    await expect(page.locator('.navbar-sidebar--show')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('#early-menu')).toHaveCount(0);
    await opener(page).click();
    await expect(page.locator('.navbar-sidebar--show')).toHaveCount(1);
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
  });

  test('scripts that never come leave it as it is', async ({ page, problems }) => {
    problems.allow(/ERR_FAILED/);
    await page.route(/\/assets\/js\//, (route) => route.abort());
    await page.goto(chapter);
    await opener(page).click();
    await sidebar(page).getByRole('link', { name: '关于本书' }).click();
    await expect(page).toHaveURL('/');
  });
});

test.describe('Preact draws the built pages', () => {
  test('no script of the site holds React', () => {
    const folder = 'build/assets/js';
    const scripts = readdirSync(folder).map((name) => [
      name,
      readFileSync(`${folder}/${name}`, 'utf8'),
    ]);
    expect(scripts.length).toBeGreaterThan(10);
    // React names its errors by the address that explains them.
    expect(
      scripts.filter(([, code]) => /react\.dev\/errors/.test(code ?? '')).map(([name]) => name),
    ).toEqual([]);
  });

  test('what the reader touches is taken over at once, though its turn has not come', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    // No turn comes: a page so busy that no further task of its own ever begins.
    await page.addInitScript(() => {
      MessagePort.prototype.postMessage = () => {};
    });
    await page.goto(chapter);
    await page.waitForFunction(() => 'docusaurusRoot' in window);
    const category = page.locator('.theme-doc-sidebar-menu [aria-expanded]').first();
    const servers = await category.elementHandle();
    await expect(category).toHaveAttribute('aria-expanded', 'true');
    await category.click();
    await expect(category).toHaveAttribute('aria-expanded', 'false');
    expect(
      await category.evaluate((now, before) => now === before, servers),
      "the server's element",
    ).toBe(true);
  });
});

test.describe('taking a page over keeps a phone busy for no longer than it must', () => {
  test('Chromium is told to compile the scripts of every page while they arrive', () => {
    const folder = 'build/assets/js';
    const entries = readdirSync(folder).filter((name) => name.startsWith('main'));
    expect(entries.map((name) => name.split('.')[0]).sort()).toEqual([
      'main',
      'main-frame',
      'main-libraries',
    ]);
    for (const name of entries) {
      expect(readFileSync(`${folder}/${name}`, 'utf8'), name).toMatch(
        /^\/\/# allFunctionsCalledOnLoad\n/,
      );
    }
  });

  for (const path of ['/', chapter]) {
    test(`the head of ${path} stays as it came: title, description, structured data`, async ({
      page,
    }) => {
      await page.addInitScript(() => {
        const changes: string[] = [];
        Object.assign(window, { changes });
        const name = (node: Node): string =>
          node instanceof Element ? node.outerHTML : String(node.nodeValue);
        document.addEventListener('DOMContentLoaded', () => {
          new MutationObserver((records) => {
            for (const { target, addedNodes, removedNodes } of records) {
              for (const node of [...addedNodes, ...removedNodes]) {
                // Scripts and prefetches are asked for here, too, and the script that warns of a wrong base URL goes.
                const saysNothing =
                  node instanceof Element &&
                  (node.matches('[src], [rel=prefetch]') || /insertBanner/.test(node.textContent));
                if (!saysNothing) changes.push(`${target.nodeName}: ${name(node)}`);
              }
            }
          }).observe(document.head, { childList: true, subtree: true });
          new MutationObserver((records) => {
            for (const { oldValue } of records) changes.push(`class: ${oldValue}`);
          }).observe(document.documentElement, {
            attributeFilter: ['class'],
            attributeOldValue: true,
          });
        });
      });
      await open(page, path);
      // Two frames after everything has been taken over.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      expect(
        await page.evaluate(() => (window as unknown as { changes: string[] }).changes),
      ).toEqual([]);
    });
  }

  test('nothing asks for collation tables', async ({ page }) => {
    await page.addInitScript(() => {
      const compare = String.prototype.localeCompare;
      Object.assign(window, { compared: 0 });
      String.prototype.localeCompare = function (...args) {
        (window as unknown as { compared: number }).compared += 1;
        return compare.apply(this, args as unknown as [string]);
      };
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, chapter);
    const compared = (): Promise<number> =>
      page.evaluate(() => (window as unknown as { compared: number }).compared);
    expect(await compared()).toBe(0);
    await page.evaluate(() => 'a'.localeCompare('b'));
    expect(await compared()).toBe(1);
  });

  test('a phone takes over neither sidebar nor table of contents of the wide page', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    // Preact notes on a link what happens when it is touched.
    await page.addInitScript(() => {
      const removed: number[] = [];
      Object.assign(window, { removed });
      new MutationObserver((records) => {
        for (const node of records.flatMap(({ removedNodes }) => [...removedNodes])) {
          const link =
            node instanceof Element && node.querySelector('.theme-doc-sidebar-menu a[href]');
          if (link) removed.push(Object.keys(link).length);
        }
      }).observe(document, { childList: true, subtree: true });
    });
    await open(page, chapter);
    expect(await page.evaluate(() => (window as unknown as { removed: number[] }).removed)).toEqual(
      [0],
    );
    const next = page.locator('.pagination-nav a').last();
    expect(await next.evaluate((link) => Object.keys(link).length)).toBeGreaterThan(0);
    await expect(page.locator('.theme-doc-sidebar-container .menu')).toHaveCount(0);
    await expect(page.locator('.table-of-contents')).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 740 });
    await expect(page.locator('.theme-doc-sidebar-container .menu')).toHaveCount(1);
    await expect(page.locator('.table-of-contents')).toHaveCount(1);
    await page.locator('.theme-doc-sidebar-container [aria-expanded=true]').first().click();
    await expect(page.locator('.theme-doc-sidebar-container [aria-expanded=true]')).toHaveCount(0);
  });

  test('the phone’s menu is drawn when the reader reaches for it', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, chapter);
    await expect(page.locator('.navbar-sidebar')).toHaveCount(0);
    await page.getByRole('button', { name: '切换导航栏' }).dispatchEvent('pointerdown');
    await expect(page.locator('.navbar-sidebar')).toHaveCount(1);
    await expect(page.locator('.navbar-sidebar--show')).toHaveCount(0);
  });

  test('no page carries what only other searches’ crawlers read', () => {
    const html = readFileSync(`build${chapter}/index.html`, 'utf8');
    expect(html).toContain('<meta');
    expect(html).not.toMatch(/docsearch|docusaurus_tag/);
  });

  test('of Infima only what the site can use is there', () => {
    const folder = 'build/assets/css';
    const styles = readdirSync(folder)
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
      .join('');
    const infima = readFileSync(require.resolve('infima/dist/css/default/default.css'), 'utf8');
    const pages = readdirSync('build', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => readFileSync(`build/${name}`, 'utf8'));
    const classes = pages.flatMap((html) =>
      [...html.matchAll(/\sclass=(?:"([^"]*)"|([^\s>]+))/g)].flatMap(([, quoted, bare]) =>
        (quoted ?? bare ?? '').split(' '),
      ),
    );
    const styledBy = (css: string): Set<string> =>
      new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name));
    const original = styledBy(infima);
    const left = styledBy(styles);
    const used = [...new Set(classes)].filter((name) => original.has(name));
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((name) => !left.has(name))).toEqual([]);
    for (const unused of [
      '.card__header',
      '.button-group',
      '.col--offset-7',
      '.avatar__photo--xl',
      '--ifm-avatar-photo-size',
    ]) {
      expect(styles).not.toContain(unused);
    }
    const declared = (css: string): Set<string> =>
      new Set([...css.matchAll(/(--ifm-[\w-]+)\s*:/g)].map(([, name = '']) => name));
    const before = declared(infima);
    const after = declared(styles);
    const taken = [...(styles + pages.join('')).matchAll(/var\((--ifm-[\w-]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(taken.length).toBeGreaterThan(100);
    expect(taken.filter((name) => before.has(name) && !after.has(name))).toEqual([]);
  });
});

test('a button pressed between any two tasks of the page’s opening is answered once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  // Presses as a pointer does before the task of that number begins: a disabled button gets no click.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    const before = Number(new URLSearchParams(location.search).get('before'));
    let task = 0;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      const send = (): unknown => Reflect.apply(post, this, message);
      if (++task !== before) return void send();
      setTimeout(() => {
        const button = document.querySelector<HTMLElement>('[class*=colorModeToggle] button');
        button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        button?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
        button?.click();
        document.documentElement.dataset.pressed = '';
        send();
      });
    };
  });
  for (let before = 1; before <= 10; before += 1) {
    await open(page, `${chapter}?before=${before}`);
    await expect(page.locator('html')).toHaveAttribute('data-pressed');
    await expect(page.locator('html'), `before task ${before}`).toHaveAttribute(
      'data-theme-choice',
      'light',
    );
    await page.evaluate(() => localStorage.clear());
  }
});

test.describe('what is far from the screen', () => {
  const longest = '/chapters/chapter11-data-access';
  // Asked of what stands in the blocks; a text alone cannot be asked.
  const inside =
    '.markdown > [data-kind] > div, .markdown > :is(p, ul, ol, section)[style] > :first-child, .table-scroll[style] > table';
  const drawn = (page: Page): Promise<readonly boolean[]> =>
    page
      .locator(inside)
      .evaluateAll((all) => all.map((one) => one.checkVisibility({ contentVisibilityAuto: true })));

  for (const [path, blocks] of [
    [longest, 150],
    ['/appendix/faq', 150],
    ['/appendix/references', 8],
  ] as const) {
    for (const [width, height] of [
      [1280, 800],
      [1000, 700],
      [640, 450],
      [360, 740],
    ] as const) {
      test(`is not laid out, and ${path} is as long as it will be: ${width} px`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height });
        await open(page, path);
        expect((await drawn(page)).filter((isDrawn) => !isDrawn).length).toBeGreaterThan(blocks);
        const lengthOf = (): Promise<number> =>
          page.evaluate(() => document.documentElement.scrollHeight);
        const reserved = await lengthOf();
        await layOutEverything(page);
        expect((await drawn(page)).every((isDrawn) => isDrawn)).toBe(true);
        const real = await lengthOf();
        expect(Math.abs(real - reserved) / real).toBeLessThan(0.02);
      });
    }
  }

  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const) {
    test(`is drawn when the reader comes, and an address leads to its place: ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      for (const path of [`${longest}#summary`, '/appendix/faq#port-in-use']) {
        await open(page, path);
        const place = page.locator(`[id="${path.split('#')[1]}"]`);
        const top = (): Promise<number> =>
          place.evaluate((found) => found.getBoundingClientRect().top);
        await expect.poll(top).toBeGreaterThanOrEqual(0);
        expect(await top()).toBeLessThan(150);
      }
      await page.locator(inside).last().scrollIntoViewIfNeeded();
      await expect.poll(async () => (await drawn(page)).at(-1)).toBe(true);
    });
  }

  test('is all printed', async ({ page }) => {
    await open(page, longest);
    await page.emulateMedia({ media: 'print' });
    expect((await drawn(page)).every((isDrawn) => isDrawn)).toBe(true);
  });

  for (const path of [
    '/chapters/chapter02-environment',
    '/chapters/chapter09-validation',
    '/appendix/references',
  ]) {
    test(`moves nothing by being looked at: what each block of ${path} is from the next`, async ({
      page,
      problems,
    }) => {
      problems.allow(/ERR_FAILED/);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.route(/\.js$/, (route) => route.abort());
      await page.goto(path);
      const gaps = (): Promise<readonly number[]> =>
        page.locator('.markdown > *').evaluateAll((all) =>
          all.slice(1).map((block, index) => {
            const before = all[index]?.getBoundingClientRect().bottom ?? 0;
            return Math.round(block.getBoundingClientRect().top - before);
          }),
        );
      const contained = await gaps();
      await layOutEverything(page);
      expect(await gaps()).toEqual(contained);
    });
  }
});
