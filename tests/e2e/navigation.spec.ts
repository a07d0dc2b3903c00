/** Changing the page inside the application: what is ready before, what comes first, and what stays behind. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { builtText, shownText, textSelector as text } from '../support/pageText';
import { expect, open, test, quiet } from '../support/site';

const before = '/chapters/chapter10-exception-handling';
const longest = '/chapters/chapter11-data-access';
const next = 'a.pagination-nav__link--next';
const previous = 'a.pagination-nav__link--prev';

/** Follows a link as a reader does, without waiting for what it leads to. */
async function follow(page: Page, selector: string): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((link: HTMLElement) => link.click());
}

test('at the foot of a page the next one is there: following the link asks for nothing', async ({
  page,
}) => {
  const document = page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === `${longest}/` &&
      response.request().resourceType() === 'fetch',
  );
  await open(page, before);
  await page.locator(next).scrollIntoViewIfNeeded();
  await (await document).finished();
  await quiet(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await follow(page, next);
  await expect(page.locator('h1')).toHaveText(/^第 11 章/);
  await expect.poll(() => shownText(page)).toBe(builtText(longest));
  expect(asked.filter((path) => path === `${longest}/`)).toEqual([]);
});

test('neither a class on the html element nor an element that goes styles the whole page anew', () => {
  const folder = 'build/assets/css';
  const styles = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  // An ancestor known by a part of its class may be any element, and so may what stands in it.
  const chained = /\[class[*^$~|]=[^\]]*\][^,{}]*[\s>+~][^,{}]*\[class[*^$~|]=[^,{}]*/g;
  expect(styles.join('')).toContain('[class*=');
  expect(styles.flatMap((style) => style.match(chained) ?? [])).toEqual([]);
  // Whatever stands after an element that goes, as an ad does, may hold such a descendant.
  const following = /[+~][^,{}+~]*\s\[class[*^$~|]=[^,{}]*/g;
  expect(styles.flatMap((style) => style.match(following) ?? [])).toEqual([]);
  // The row of the page gets a style while an ad above it goes.
  const styled = /\[style[^\]]*\][^,{}]*[\s>+~][^,{}]*/g;
  expect(styles.join('')).toContain('[style');
  expect(styles.flatMap((style) => style.match(styled) ?? [])).toEqual([]);
});

for (const width of [360, 1280]) {
  test(`the way back leads to the line that was being read, and so does the way forward: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await open(page, '/appendix/faq');
    const entry = page.locator('p').filter({ hasText: 'ReaderProjectTest.portInUse' });
    const explained = entry.locator('a[href^="/chapters"]');
    const top = (): Promise<number> =>
      explained.evaluate((link) => link.getBoundingClientRect().top);
    await explained.scrollIntoViewIfNeeded();
    // By the keyboard: a press of the mouse right after the jump can miss what still moves as the page is laid out.
    await explained.press('Enter');
    await expect(page.locator('h1')).toHaveText(/^第 3 章/);
    await expect(page.locator('#pitfall-port')).toBeInViewport();
    const exercises = page.locator('#exercises');
    await exercises.scrollIntoViewIfNeeded();
    await page.goBack();
    await expect(page.locator('h1')).toHaveText('报错索引');
    await expect(explained).toBeInViewport();
    const before = await top();
    await page.goForward();
    await expect(page.locator('h1')).toHaveText(/^第 3 章/);
    await expect(exercises).toBeInViewport();
    await page.goBack();
    await expect(explained).toBeInViewport();
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(10);
  });
}

test('an anchor put into the address bar leads there, however often', async ({ page }) => {
  const path = '/chapters/chapter11-data-access';
  await open(page, path);
  for (const anchor of ['checked', 'flyway', 'checked', 'first']) {
    // As the address bar does it: the browser navigates within the document.
    await page.goto(`${path}#${anchor}`);
    await expect(page.locator(`#${anchor}`)).toBeInViewport();
  }
});

test('a page asked for twice at the same time is fetched once', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      configurable: true,
      value: { effectiveType: '4g', saveData: true },
    });
  });
  await open(page, before);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route(`**${longest}/`, async (route) => {
    await follow(page, next);
    await route.continue();
  });
  await follow(page, next);
  await expect(page.locator('h1')).toHaveText(/^第 11 章/);
  expect(asked.filter((path) => path === `${longest}/`)).toHaveLength(1);
});

test.describe('a long page', () => {
  /** Opens a page and holds its clock: what comes in later frames does not come. */
  async function openHeld(page: Page, path: string): Promise<void> {
    await page.clock.install();
    await open(page, path);
    await page.clock.pauseAt(Date.now() + 60_000);
  }

  const whole = builtText(longest);

  test('shows its beginning first and the rest in the frames after', async ({ page }) => {
    await openHeld(page, before);
    await follow(page, next);
    await expect(page.locator('h1')).toHaveText(/^第 11 章/);
    const first = await shownText(page);
    expect(first.length).toBeGreaterThan(2000);
    expect(first.length).toBeLessThan(whole.length / 4);
    expect(whole.startsWith(first)).toBe(true);
    await page.clock.resume();
    await expect.poll(() => shownText(page)).toBe(whole);
    await expect(page.locator(`${text} .theme-code-block button`).first()).toBeAttached();
  });

  test('is whole at once when a place in it is named, or it is printed', async ({ page }) => {
    await openHeld(page, before);
    await follow(page, next);
    await expect(page.locator('h1')).toHaveText(/^第 11 章/);
    await follow(page, '.table-of-contents a[href="#exercises"]');
    await expect(page.locator('#exercises')).toBeInViewport();
    expect(await shownText(page)).toBe(whole);

    await follow(page, previous);
    await expect(page.locator('h1')).toHaveText(/^第 10 章/);
    await follow(page, next);
    await expect(page.locator('h1')).toHaveText(/^第 11 章/);
    expect((await shownText(page)).length).toBeLessThan(whole.length);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(await shownText(page)).toBe(whole);
  });

  test('is whole at once when the link names a place in it', async ({ page }) => {
    const path = '/chapters/chapter08-restful-api';
    await openHeld(page, '/appendix/best-practices');
    await follow(page, `${text} a[href="${path}#patch"]`);
    await expect(page.locator('#patch')).toBeInViewport();
    expect(await shownText(page)).toBe(builtText(path));
  });

  test('is whole at once on the way back', async ({ page }) => {
    await openHeld(page, longest);
    await follow(page, previous);
    await expect(page.locator('h1')).toHaveText(/^第 10 章/);
    await page.goBack();
    await expect(page.locator('h1')).toHaveText(/^第 11 章/);
    expect(await shownText(page)).toBe(whole);
  });

  test('that is left half-way leaves nothing in the next one', async ({ page }) => {
    await openHeld(page, before);
    await follow(page, next);
    await expect(page.locator('h1')).toHaveText(/^第 11 章/);
    await follow(page, previous);
    await expect(page.locator('h1')).toHaveText(/^第 10 章/);
    await page.clock.resume();
    await expect.poll(() => shownText(page)).toBe(builtText(before));
  });
});

test('pages that were left leave no watchers, listeners or elements behind', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const watched = new Map<IntersectionObserver, Set<Element>>();
    const Native = window.IntersectionObserver;
    window.IntersectionObserver = class extends Native {
      override observe(target: Element): void {
        watched.set(this, (watched.get(this) ?? new Set()).add(target));
        super.observe(target);
      }

      override unobserve(target: Element): void {
        watched.get(this)?.delete(target);
        super.unobserve(target);
      }

      override disconnect(): void {
        watched.delete(this);
        super.disconnect();
      }
    };
    const count = () => [...watched.values()].filter(({ size }) => size > 0).length;
    Object.assign(window, { observers: count });
  });
  const session = await context.newCDPSession(page);

  /** Goes to the next page and back so many times, until both texts stand. */
  async function goBackAndForth(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await follow(page, next);
      await expect(page.locator('h1')).toHaveText(/^第 11 章/);
      await follow(page, previous);
      await expect(page.locator('h1')).toHaveText(/^第 10 章/);
    }
    await expect.poll(() => shownText(page)).toBe(builtText(before));
    await expect(page.locator(`${text} .theme-code-block button`).first()).toBeAttached();
  }

  /** Observers that still watch something, and what the browser holds after a collection. */
  async function heldNow() {
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    const observers = await page.evaluate(() =>
      (window as unknown as { observers: () => number }).observers(),
    );
    return { observers, nodes, listeners: jsEventListeners };
  }

  /** The same once it stays: a page gets its buttons one after another, while nobody waits. */
  async function held() {
    let last = { observers: 0, nodes: 0, listeners: 0 };
    const stays = async (): Promise<boolean> => {
      const earlier = last;
      last = await heldNow();
      return last.listeners === earlier.listeners;
    };
    await expect.poll(stays, { intervals: [1000] }).toBe(true);
    return last;
  }

  await open(page, before);
  await goBackAndForth(2);
  const early = await held();
  await goBackAndForth(5);
  const late = await held();
  expect(early.observers).toBeGreaterThan(0);
  expect(late.observers).toBeLessThanOrEqual(early.observers);
  // A text left behind would be thousands of elements: the two pages have 10,000 between them.
  expect(late.nodes).toBeLessThan(early.nodes * 1.05);
  expect(late.listeners).toBeLessThan(early.listeners * 1.05);
});
