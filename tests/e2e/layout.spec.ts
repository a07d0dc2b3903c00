import { expect, test, type Page } from '@playwright/test';
import { chapters } from '../../src/book/chapters';
import { openPage } from '../support/reading';
import { sitemapPaths } from '../support/site';

const narrow = { width: 320, height: 700 };
/** A 1280 px window at 200 % zoom. */
const zoomed = { width: 640, height: 450 };

/** How far the page itself scrolls sideways, in px. */
async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Puts what is hard to lay out into the home page, in the markup that Markdown gives. */
async function addHardContent(page: Page): Promise<void> {
  await page.evaluate(() => {
    const long = 'x'.repeat(400);
    const line = document.querySelector('.theme-code-block code');
    if (!line) throw new Error('the home page has no code block');
    line.textContent = long;
    const cells = '<td>一句比较长的说明文字</td>'.repeat(9);
    const rows = `<tr>${cells}</tr>`.repeat(60);
    document.querySelector('.markdown')?.insertAdjacentHTML(
      'beforeend',
      `<p>${long} <code>${long}</code> <a href="#x">${long}</a></p>
       <h2 class="hard">${long}</h2>
       <div class="table-scroll" tabindex="0"><table>
         <thead><tr>${cells.replaceAll('td', 'th')}</tr></thead><tbody>${rows}</tbody>
       </table></div>`,
    );
  });
}

for (const viewport of [narrow, zoomed]) {
  test(`at ${viewport.width} px long lines and wide tables scroll in themselves`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await openPage(page, '/');
    await addHardContent(page);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    for (const box of ['.theme-code-block pre', '.table-scroll']) {
      const hidden = await page
        .locator(box)
        .last()
        .evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(hidden, box).toBeGreaterThan(100);
    }
  });
}

test('errors stand out from other recorded output by more than their colour', async ({ page }) => {
  await openPage(page, '/chapters/chapter00-preface');
  const error = page.locator('[data-kind="error"] .theme-code-block').first();
  await expect(error).toHaveCSS('border-left-style', 'solid');
  await expect(error).toHaveCSS('border-left-width', '4px');
  await expect(error).toHaveCSS('border-top-style', 'solid');
});

test('a long table keeps its header row in view', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openPage(page, '/');
  await addHardContent(page);
  const box = page.locator('.table-scroll').last();
  await box.evaluate((element) => element.scrollTo(200, 1000));
  const header = box.locator('th').nth(3);
  await box.scrollIntoViewIfNeeded();
  await expect(header).toBeInViewport();
  const top = await header.evaluate((cell) => {
    const around = cell.closest('.table-scroll')?.getBoundingClientRect().top ?? NaN;
    return cell.getBoundingClientRect().top - around;
  });
  expect(Math.abs(top)).toBeLessThan(3);
});

/** Chinese characters a line of the first paragraph holds. */
async function measure(page: Page): Promise<number> {
  return page
    .locator('.markdown > p')
    .first()
    .evaluate((paragraph) => {
      const { fontSize } = getComputedStyle(paragraph);
      return Math.floor(paragraph.getBoundingClientRect().width / parseFloat(fontSize));
    });
}

test('a line holds 36 to 42 characters in a wide window, 20 to 24 on a phone', async ({ page }) => {
  await openPage(page, '/');
  for (const { width, fontSize, least, most } of [
    { width: 1280, fontSize: '17px', least: 36, most: 42 },
    { width: 1680, fontSize: '17px', least: 36, most: 42 },
    { width: 360, fontSize: '16px', least: 20, most: 24 },
  ]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.locator('.markdown > p').first()).toHaveCSS('font-size', fontSize);
      const characters = await measure(page);
      expect(characters).toBeGreaterThanOrEqual(least);
      expect(characters).toBeLessThanOrEqual(most);
    });
  }
});

test('a picture is as wide as a phone, and the page does not scroll sideways', async ({ page }) => {
  await openPage(page, '/chapters/chapter11-data-access');
  const pictures = page.locator('.markdown > p > img');
  expect(await pictures.count()).toBeGreaterThan(3);
  for (const width of [320, 360, 480]) {
    await page.setViewportSize({ width, height: 700 });
    for (const picture of await pictures.all()) {
      const box = await picture.boundingBox();
      expect([box?.x, box?.width], `${width} px`).toEqual([0, width]);
    }
    expect(await sidewaysScroll(page), `${width} px`).toBe(0);
  }
});

for (const width of [360, 1280]) {
  test(`nothing moves while the page comes to life at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & { readonly value: number })[];
        const { dataset } = document.documentElement;
        const sum = shifts.reduce((total, { value }) => total + value, Number(dataset.shift ?? 0));
        dataset.shift = String(sum);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openPage(page, '/');
    // Two frames after React took over, what it moved has been reported.
    const shift = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              setTimeout(() => done(Number(document.documentElement.dataset.shift ?? 0))),
            ),
          );
        }),
    );
    expect(shift).toBeLessThan(0.02);
  });
}

test('without JavaScript a phone shows lines of full length', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 780 },
  });
  const page = await context.newPage();
  await page.goto('/');
  const paragraph = await page.locator('.markdown > p').first().boundingBox();
  expect(paragraph?.width).toBeGreaterThanOrEqual(20 * 16);
  await context.close();
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  /** Text of the blocks whose code a button covers, or whose buttons are too small for a finger. */
  function coveredCode(page: Page): Promise<readonly (string | null)[]> {
    return page.evaluate(() =>
      Array.from(document.querySelectorAll('.theme-code-block'))
        // Not those in a tab or an answer that is folded.
        .filter((block) => block.checkVisibility() && block.clientHeight > 0)
        .filter((block) => {
          const code = block.querySelector('code')?.getBoundingClientRect();
          return Array.from(block.querySelectorAll('button')).some((button) => {
            const { top, bottom, width, height } = button.getBoundingClientRect();
            const outside = code && (bottom <= code.top + 1 || top >= code.bottom - 1);
            return !outside || width < 24 || height < 24;
          });
        })
        .map(({ textContent }) => textContent),
    );
  }

  for (const path of ['/', '/chapters/chapter03-first-app']) {
    test(`no button covers code on ${path}`, async ({ page }) => {
      await openPage(page, path);
      // Tabs mount once more after React has taken over, and with them the buttons of their blocks.
      await expect(page.getByRole('button', { name: '复制代码到剪贴板' })).not.toHaveCount(0);
      await expect.poll(() => coveredCode(page)).toEqual([]);
    });
  }

  test('the copy button is there without hovering', async ({ page }) => {
    await openPage(page, '/');
    await expect(page.getByRole('button', { name: '复制代码到剪贴板' }).first()).toHaveCSS(
      'opacity',
      '1',
    );
  });
});

test('code has its colours in the dark theme before any script runs', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark' });
  const page = await context.newPage();
  // The theme's inline script chooses the palette; React and all bundles stay out.
  await page.route(/\/assets\/js\/|googlesyndication/, (route) => route.abort());
  await page.goto('/');
  const block = page.locator('.theme-code-block').first();
  const colours = await block.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    const [red = 0] = (backgroundColor.match(/\d+/g) ?? []).map(Number);
    const [text = 0] = (color.match(/\d+/g) ?? []).map(Number);
    return { red, text };
  });
  expect(colours.red).toBeLessThan(60);
  expect(colours.text).toBeGreaterThan(180);
  await context.close();
});

test('the list of a category and the boxes below it end at the same edges', async ({ page }) => {
  await openPage(page, '/appendix/appendix/category/附录');
  for (const width of [360, 768, 1280, 1680]) {
    await page.setViewportSize({ width, height: 800 });
    const list = await page.locator('.page-list').boundingBox();
    const boxes = await page.locator('.pagination-nav').boundingBox();
    expect(boxes?.x, `${width} px`).toBeCloseTo(list?.x ?? 0, 0);
    expect(boxes?.width, `${width} px`).toBeCloseTo(list?.width ?? 0, 0);
  }
});

test('the map of the book links the chapters that are written and names all others', async ({
  page,
}) => {
  await openPage(page, '/');
  const written = sitemapPaths().filter((path) => path.includes('/chapters/'));
  const map = page.locator('.markdown section ol');
  await expect(map.getByRole('listitem')).toHaveCount(chapters.length);
  const linked = await map
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
  expect([...linked].sort()).toEqual([...written].sort());
});

test('the sidebar says which chapter of how many this is, with and without JavaScript', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 1280, height: 900 },
    });
    const page = await context.newPage();
    await page.route(/googlesyndication/, (route) => route.abort());
    await page.goto('/chapters/chapter03-first-app');
    const sidebar = page.getByRole('complementary').filter({ hasText: '关于本书' });
    await expect(sidebar).toContainText('第 3 章');
    await expect(sidebar).toContainText(`全书 ${chapters.length} 章`);
    await context.close();
  }
});

test('paper gets the text alone, black on white, with code wrapped and addresses spelled out', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPage(page, '/');
  await addHardContent(page);
  await page.evaluate(() =>
    document
      .querySelector('.markdown')
      ?.insertAdjacentHTML(
        'beforeend',
        '<p><a class="out" href="https://example.com/a">外</a></p>',
      ),
  );
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  for (const part of [
    '.navbar',
    '.theme-doc-sidebar-container',
    '.theme-doc-toc-desktop',
    '.pagination-nav',
    '.theme-layout-footer',
    'aside[aria-label="广告"]',
    '.theme-code-block button',
  ]) {
    for (const element of await page.locator(part).all()) await expect(element, part).toBeHidden();
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.markdown > p').first()).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  const cutOff = await page
    .locator('.theme-code-block pre')
    .first()
    .evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(cutOff).toBeLessThanOrEqual(1);
  const address = await page
    .locator('a.out')
    .evaluate((link) => getComputedStyle(link, '::after').content);
  expect(address).toContain('https://example.com/a');
});

test('paper gets every tab, each under its label', async ({ page }) => {
  await openPage(page, '/chapters/chapter03-first-app');
  const tabs = page.locator('.tabs-container').first();
  const labels = await tabs.getByRole('tab').allTextContents();
  const panels = tabs.locator('[role="tabpanel"]');
  await expect(panels).toHaveCount(labels.length);
  await expect(panels.nth(1)).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(tabs.locator('[role="tablist"]')).toBeHidden();
  for (const [index, label] of labels.entries()) {
    await expect(panels.nth(index)).toBeVisible();
    const heading = await panels
      .nth(index)
      .locator('> *')
      .evaluate((panel) => {
        const { content, display } = getComputedStyle(panel, '::before');
        return { content, display };
      });
    expect(heading).toEqual({ content: JSON.stringify(label), display: 'block' });
  }
});

test('icons and the social card are files of this site', async ({ page, request }) => {
  await openPage(page, '/');
  const icons = await page
    .locator('link[rel~="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  const card = await page.locator('meta[property="og:image"]').getAttribute('content');
  const addresses = [...icons, new URL(card ?? '').pathname];
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) expect((await request.get(address)).status()).toBe(200);
});
