import { readdirSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { setTheme, violations } from '../support/axe';
import { quiet } from '../support/site';

const chapter = '/chapters/chapter03-first-app';

/** Opens a page, the shortest unless another is asked for, and waits until its scripts run. */
async function visit(page: Page, path = '/'): Promise<void> {
  await page.route(/googlesyndication/, (route) => route.abort());
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('data-has-hydrated', 'true');
}

const box = (page: Page): Locator => page.getByRole('combobox', { name: '搜索全书' });
const options = (page: Page): Locator => page.getByRole('option');

async function ask(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await box(page).fill(query);
}

/** Number of stretches painted on the page. */
const painted = (page: Page): Promise<number> =>
  page.evaluate(() => CSS.highlights.get('search-match')?.size ?? 0);

test.describe('cost', () => {
  test('nothing is loaded before the reader shows intent; hovering is intent', async ({ page }) => {
    const files: string[] = [];
    const scripts: Promise<string>[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.text());
    });
    await visit(page);
    await page.mouse.wheel(0, 2000);
    await quiet(page);
    const panel = async (): Promise<boolean> =>
      (await Promise.all(scripts)).some((script) => script.includes('search-recent'));
    expect(files.filter((path) => path.includes('search-index'))).toEqual([]);
    expect(await panel()).toBe(false);
    const index = page.waitForRequest(/search-index\/index\.bin/);
    await box(page).hover();
    await index;
    await expect.poll(panel).toBe(true);
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
  });

  test('once the box is open, no query waits for the network but for excerpts', async ({
    page,
  }) => {
    const needed = readdirSync('build/search-index').filter((name) => !name.startsWith('text-'));
    const arrived = new Set<string>();
    page.on('requestfinished', (request) => arrived.add(request.url().split('/').pop() ?? ''));
    await visit(page);
    await page.keyboard.press('/');
    await expect(page.getByText('把报错原文整段贴进来')).toBeVisible();
    await expect.poll(() => needed.filter((name) => !arrived.has(name))).toEqual([]);
    const late: string[] = [];
    page.on('request', (request) => late.push(request.url()));
    await box(page).fill('Transctional');
    await expect(options(page).first()).toBeVisible();
    expect(late.filter((url) => /search-index\/(?!text-)/.test(url))).toEqual([]);
  });

  test('focus by keyboard loads, and opens nothing', async ({ page }) => {
    await visit(page);
    const index = page.waitForRequest(/search-index\/index\.bin/);
    await box(page).focus();
    await index;
    await expect(page.getByText('最近搜索')).toHaveCount(0);
  });
});

test.describe('opening', () => {
  for (const keys of ['Control+k', 'Meta+k', '/']) {
    test(`${keys} opens the box and takes the focus`, async ({ page }) => {
      await visit(page);
      await page.keyboard.press(keys);
      await expect(box(page)).toBeFocused();
      await expect(page.getByText('把报错原文整段贴进来')).toBeVisible();
      await expect(box(page)).toHaveValue('');
    });
  }

  test('a slash inside the box is text', async ({ page }) => {
    await visit(page);
    await page.keyboard.press('/');
    await page.keyboard.type('/hello');
    await expect(box(page)).toHaveValue('/hello');
  });

  test('Escape, a click outside and leaving by Tab close it', async ({ page }) => {
    await visit(page);
    const hint = page.getByText('把报错原文整段贴进来');
    await page.keyboard.press('/');
    await expect(hint).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(hint).toBeHidden();
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(hint).toBeVisible();
    await page.mouse.click(5, 600);
    await expect(hint).toBeHidden();
    await page.keyboard.press('/');
    await expect(hint).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(hint).toBeHidden();
  });
});

test.describe('results', () => {
  test('show chapter, section and the marked sentence, and link to the anchor', async ({
    page,
  }) => {
    await visit(page);
    await ask(page, '端口被占');
    const first = options(page).first();
    await expect(first.getByRole('link')).toHaveAttribute('href', `${chapter}#pitfall-port`);
    await expect(first).toContainText('第 3 章 第一个应用 › 踩坑');
    await expect(first.locator('mark').first()).toHaveText('端口被占');
    await expect(page.getByRole('listbox', { name: '搜索结果' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /找到 \d+ 个小节/ })).toBeVisible();
  });

  test('every option holds one link, to a section that exists', async ({ page, request }) => {
    await visit(page);
    await expect(page.locator('.navbar').getByRole('combobox')).toHaveCount(1);
    await ask(page, '@Transactional 失效');
    await expect(options(page).nth(3)).toBeVisible();
    for (const option of await options(page).all()) {
      await expect(option.getByRole('link')).toHaveCount(1);
      const [path = '', anchor] = (
        (await option.getByRole('link').getAttribute('href')) ?? ''
      ).split('#');
      const html = await (await request.get(path)).text();
      if (anchor) expect(html).toMatch(new RegExp(`id="?${anchor}["\\s>]`));
    }
  });

  test('a misspelt name is mended, and the list says so', async ({ page }) => {
    await visit(page);
    await ask(page, 'LazyInitializationExeption');
    await expect(page.getByText('按“lazyinitializationexception”查找')).toBeVisible();
    await expect(options(page).first().getByRole('link')).toHaveAttribute(
      'href',
      /#lazy-initialization$/,
    );
  });

  test('the combobox names the active option, and arrows go round', async ({ page }) => {
    await visit(page);
    await ask(page, '端口');
    await expect(options(page).first()).toBeVisible();
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
    const list = await box(page).getAttribute('aria-controls');
    await expect(page.locator(`[id="${list}"]`)).toHaveRole('listbox');
    await expect(box(page)).not.toHaveAttribute('aria-activedescendant');
    for (const [key, index] of [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['ArrowUp', 0],
      ['ArrowUp', -1],
    ] as const) {
      await page.keyboard.press(key);
      const selected = options(page).nth(index);
      await expect(selected).toHaveAttribute('aria-selected', 'true');
      await expect(selected).toBeInViewport();
      await expect(box(page)).toHaveAttribute(
        'aria-activedescendant',
        (await selected.getAttribute('id')) ?? '',
      );
    }
    await expect(page.getByRole('listbox').locator('[aria-selected="true"]')).toHaveCount(1);
    await expect(box(page)).toBeFocused();
  });

  test('Enter opens the active option, or the first', async ({ page }) => {
    await visit(page);
    await ask(page, '改端口');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${chapter}#port$`));
    await expect(page.locator('#port')).toBeInViewport();
    await ask(page, '端口');
    await expect(options(page).nth(1)).toBeVisible();
    const href = await options(page).nth(1).getByRole('link').getAttribute('href');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new URL(href ?? '', page.url()).href);
    await expect(options(page)).toHaveCount(0);
  });

  test('a pasted trace of several lines finds the error index', async ({ page }) => {
    await visit(page);
    await page.keyboard.press('/');
    await box(page).evaluate((element) => {
      const data = new DataTransfer();
      data.setData(
        'text',
        'APPLICATION FAILED TO START\n\nDescription:\n\nWeb server failed to start. Port 18081 was already in use.\n\nAction:\n',
      );
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(options(page).first().getByRole('link')).toHaveAttribute(
      'href',
      '/appendix/faq#port-in-use',
    );
  });

  test('an input method fires no half-typed query', async ({ page, browserName }) => {
    test.skip(browserName !== 'chromium', 'composition is driven through the DevTools protocol');
    await visit(page);
    const session = await page.context().newCDPSession(page);
    await page.keyboard.press('/');
    await expect(page.getByText('把报错原文整段贴进来')).toBeVisible();
    for (const text of ['d', 'du', 'duan kou']) {
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    }
    await expect(box(page)).toHaveValue('duan kou');
    await page.keyboard.press('Enter');
    await expect(page.getByText('把报错原文整段贴进来')).toBeVisible();
    await expect(options(page)).toHaveCount(0);
    await session.send('Input.insertText', { text: '端口' });
    await expect(options(page).first()).toContainText('端口');
    await expect(box(page)).toHaveValue('端口');
  });

  test('says plainly that nothing was found, and suggests', async ({ page }) => {
    await visit(page);
    await ask(page, '量子纠缠');
    await expect(page.getByText('没有找到“量子纠缠”')).toBeVisible();
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
    await page.getByRole('button', { name: '热部署' }).click();
    await expect(box(page)).toHaveValue('热部署');
    await expect(options(page).first().getByRole('link')).toHaveAttribute('href', /#devtools$/);
  });
});

test.describe('marks on arrival', () => {
  test('are painted, counted, stepped through, kept by a reload and cleared', async ({ page }) => {
    await visit(page);
    await ask(page, '类加载器');
    await options(page).filter({ hasText: 'DevTools' }).getByRole('link').click();
    await expect(page).toHaveURL(/#devtools$/);
    const bar = page.getByRole('group', { name: '搜索标记' });
    await expect(bar).toContainText('类加载器');
    expect(await painted(page)).toBeGreaterThan(0);
    await bar.getByRole('button', { name: '下一处' }).click();
    const current = (): Promise<string | undefined> =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('search-match-current') ?? [];
        return range instanceof Range ? range.toString() : undefined;
      });
    await expect.poll(current).toBe('类加载器');
    await page.reload();
    await expect(bar).toBeVisible();
    await bar.getByRole('button', { name: '清除标记' }).click();
    await expect(bar).toBeHidden();
    expect(await painted(page)).toBe(0);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-has-hydrated', 'true');
    await expect(bar).toHaveCount(0);
  });

  test('stand in what the page shows, not in proofs that nobody has opened', async ({ page }) => {
    await visit(page);
    await ask(page, '测试');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect.poll(() => painted(page)).toBeGreaterThan(0);
    const hidden = await page.evaluate(() =>
      [...(CSS.highlights.get('search-match') ?? [])].filter(
        (range) =>
          range instanceof Range && range.startContainer.parentElement?.closest('[popover]'),
      ),
    );
    expect(hidden).toHaveLength(0);
  });

  test('are stepped through where they can be seen, and counted so: not in tabs that are not chosen', async ({
    page,
  }) => {
    await visit(page, '/chapters/chapter02-environment');
    const state = { searchMarks: ['java'], searchQuery: 'java' };
    await page.evaluate((marks) => history.replaceState({ key: 'k', state: marks }, ''), state);
    await page.reload();
    const bar = page.getByRole('group', { name: '搜索标记' });
    const count = Number(/(\d+) 处/.exec((await bar.textContent()) ?? '')?.[1]);
    expect(await page.locator('[role=tabpanel][hidden]', { hasText: /java/i }).count()).not.toBe(0);
    const seen = new Set<string>();
    for (let step = 0; step < count; step++) {
      await bar.getByRole('button', { name: '下一处' }).click();
      const place = await page.evaluate(() => {
        const [range] = CSS.highlights.get('search-match-current') ?? [];
        const box = range instanceof Range ? range.getBoundingClientRect() : undefined;
        return box?.width ? `${box.left},${box.top + scrollY}` : 'nowhere';
      });
      seen.add(place);
    }
    expect(seen).not.toContain('nowhere');
    expect(await painted(page)).toBeGreaterThan(count);
  });

  test('disappear on the next page', async ({ page }) => {
    await visit(page);
    await ask(page, '改端口');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: '搜索标记' })).toBeVisible();
    await page
      .getByRole('link', { name: /Spring Boot 教程/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('group', { name: '搜索标记' })).toHaveCount(0);
    expect(await painted(page)).toBe(0);
  });
});

test.describe('recent queries', () => {
  test('are kept on this machine, asked again, and cleared', async ({ page }) => {
    await visit(page);
    await ask(page, '改端口');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-has-hydrated', 'true');
    await page.keyboard.press('/');
    const recent = page.getByRole('listbox', { name: '最近搜索' });
    await expect(recent.getByRole('option')).toHaveText(['改端口']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(box(page)).toHaveValue('改端口');
    await expect(page.getByRole('listbox', { name: '搜索结果' })).toBeVisible();
    await box(page).fill('');
    await page.getByRole('button', { name: '清除记录' }).click();
    await expect(recent).toHaveCount(0);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-has-hydrated', 'true');
    await page.keyboard.press('/');
    await expect(page.getByText('把报错原文整段贴进来')).toBeVisible();
    await expect(recent).toHaveCount(0);
  });

  test('forbidden storage only forgets', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    await visit(page);
    await ask(page, '改端口');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#port$/);
  });
});

test.describe('failures', () => {
  test('an index that does not arrive is said, and a retry mends it', async ({ page }) => {
    let aborted = 0;
    await page.route(/search-index/, async (route) => {
      await route.abort();
      aborted += 1;
    });
    await visit(page);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('alert')).toContainText('搜索索引没有载入成功');
    // A query asks once more: were the network back by then, it would mend what went wrong by itself.
    const before = aborted;
    await box(page).fill('端口');
    await expect.poll(() => aborted).toBeGreaterThan(before);
    await expect(page.getByRole('alert')).toContainText('搜索索引没有载入成功');
    await page.unroute(/search-index/);
    await page.getByRole('alert').getByRole('button', { name: '重试' }).click();
    await expect(options(page).first()).toBeVisible();
  });

  test('a shard that is gone after a release is said, and a retry mends it', async ({ page }) => {
    await page.route(/search-index\/terms/, (route) => route.fulfill({ status: 404 }));
    await visit(page);
    await ask(page, '端口');
    await expect(page.getByRole('alert')).toContainText('网站刚刚更新');
    await page.unroute(/search-index\/terms/);
    await page.getByRole('alert').getByRole('button', { name: '重试' }).click();
    await expect(options(page).first()).toBeVisible();
  });

  test('sentences that do not arrive take no section off the list', async ({ page }) => {
    const refused = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('search-index/text-'),
    );
    await page.route(/search-index\/text-/, (route) => route.abort());
    await visit(page);
    await ask(page, '端口被占用');
    await refused;
    await quiet(page);
    await expect(options(page).first()).toContainText('端口');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('an index that is not one is said', async ({ page }) => {
    await page.route(/search-index\/index\.bin/, (route) =>
      route.fulfill({ body: '<!doctype html><title>登录酒店网络</title>' }),
    );
    await visit(page);
    await ask(page, '端口');
    await expect(page.getByRole('alert')).toContainText('搜索索引没有载入成功');
  });

  test('code that does not arrive is said, and a retry mends it', async ({ page }) => {
    await visit(page);
    await quiet(page);
    await page.route(/assets\/js\//, (route) => route.abort());
    await ask(page, '端口');
    await expect(page.getByRole('alert')).toContainText('搜索没有载入成功');
    await page.unroute(/assets\/js\//);
    await page.getByRole('button', { name: '重试' }).click();
    await expect(options(page).first()).toBeVisible();
  });

  test('without JavaScript the box says so and offers a reload', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    const page = await context.newPage();
    await page.goto('/');
    await box(page).fill('端口');
    await expect(page.getByText('搜索脚本没有载入')).toBeVisible();
    await page.getByRole('button', { name: '重试' }).click();
    await expect(page).toHaveURL(/\?q=/);
    await context.close();
  });

  test('a query that came with the address is asked', async ({ page }) => {
    await visit(page, `${chapter}?q=${encodeURIComponent('改端口')}`);
    await expect(options(page).first().getByRole('link')).toHaveAttribute('href', /#port$/);
  });
});

test.describe('everywhere', () => {
  test('works by touch at 320 px without sideways scrolling', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 320, height: 568 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await visit(page);
    await box(page).tap();
    await box(page).fill('端口被占用');
    await expect(options(page).first()).toBeInViewport();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: '关闭搜索' }).tap();
    await expect(options(page)).toHaveCount(0);
    // Closed, it is an icon: no piece of the query peeps out.
    await expect(box(page)).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
    await box(page).tap();
    await options(page).first().getByRole('link').tap();
    await expect(page.getByRole('group', { name: '搜索标记' })).toBeInViewport({ ratio: 1 });
    await context.close();
  });

  for (const width of [1280, 360]) {
    test(`axe finds nothing in the open box in both themes at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await visit(page);
      const check = async (): Promise<void> => {
        // Each option holds a link, as the requirements ask; it is no tab stop of its own.
        const options = { within: '.navbar', without: ['nested-interactive'] };
        await setTheme(page, 'light');
        expect(await violations(page, 'all', options), 'light').toEqual([]);
        await setTheme(page, 'dark');
        expect(await violations(page, 'colours', options), 'dark').toEqual([]);
      };
      await page.keyboard.press('/');
      await expect(page.getByText('把报错原文整段贴进来')).toBeVisible();
      await check();
      await box(page).fill('端口');
      await expect(options(page).first().locator('mark').first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await check();
      await box(page).fill('量子纠缠');
      await expect(page.getByText('没有找到')).toBeVisible();
      await check();
      await box(page).fill('改端口');
      await expect(options(page).first()).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('group', { name: '搜索标记' })).toBeVisible();
      await check();
    });
  }

  test('stands on the not-found page, too', async ({ page }) => {
    await visit(page, '/no-such-page');
    await ask(page, '改端口');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#port$/);
  });
});
