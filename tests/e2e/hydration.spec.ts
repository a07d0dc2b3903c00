/** React takes over the page that came from the server: it keeps every element, and finds nothing that differs. */
import type { Page, Route } from '@playwright/test';
import { writtenChapters } from '../../src/book/pages';
import { buildDevelopment, buildTimeoutMs } from '../support/builds';
import { startStrictServer } from '../support/staticServer';
import { expect, open, sitemapPaths, test } from '../support/site';

const chapter = `/chapters/${writtenChapters()[0]?.id}`;

/** What the frame and the text of a page are made of; each is looked for once. */
const landmarks = ['.navbar', 'h1', 'main', '.theme-layout-footer', '.theme-doc-markdown'];

/** Longest a slowed-down page may take until React has it, in ms; what is asked is whether it keeps what came. */
const slowTakeOverMs = 150_000;

/** Has the page note the elements that came from the server; to be called before it is opened. */
async function noteElements(page: Page): Promise<void> {
  await page.addInitScript((selectors) => {
    document.addEventListener('DOMContentLoaded', () => {
      const came = selectors.map((selector) => document.querySelector(selector));
      Object.assign(window, { came });
    });
  }, landmarks);
}

/** Landmarks that were on the server's page and are gone or drawn anew. */
function drawnAnew(page: Page): Promise<readonly string[]> {
  return page.evaluate((selectors) => {
    const { came } = window as unknown as { came: readonly (Element | null)[] };
    return selectors.filter((_, index) => came[index] && !came[index].isConnected);
  }, landmarks);
}

/** Slows the page's processor down, so that React is interrupted while it takes the page over. */
async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}

for (const path of sitemapPaths()) {
  test(`a slow phone keeps the page that came: ${path}`, async ({ page }) => {
    // Six times as slow, and again as slow where two other workers want the processor: the error index took 78 s.
    test.setTimeout(2 * slowTakeOverMs);
    await page.setViewportSize({ width: 360, height: 740 });
    await noteElements(page);
    await slowDown(page, 6);
    await open(page, path, slowTakeOverMs);
    expect(await drawnAnew(page)).toEqual([]);
  });
}

test.describe('in React’s development build', () => {
  // A build, and then every page of the book.
  test.describe.configure({ mode: 'default', timeout: 2 * buildTimeoutMs });

  test('no page differs from what the server sent', async ({ page }) => {
    const { folder, status, log } = await buildDevelopment();
    expect(status, log).toBe(0);
    const server = await startStrictServer(folder);
    try {
      for (const path of sitemapPaths()) {
        await test.step(path, () => open(page, `${server.url}${encodeURI(path)}`));
      }
    } finally {
      await server.close();
    }
  });

  test('it would be said if one did', async ({ page, problems }) => {
    problems.allow(/hydrat/i);
    const { folder } = await buildDevelopment();
    const server = await startStrictServer(folder);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    try {
      // A word that the server did not send, in the middle of the frame. Once: the site asks for
      // the page again where React gave up, maybe when the server has ended.
      const change = async (route: Route): Promise<void> => {
        const response = await route.fetch();
        const html = await response.text();
        await route.fulfill({ response, body: html.replace('>GitHub<', '>Other<') });
      };
      await page.route(`${server.url}${chapter}/`, change, { times: 1 });
      await open(page, `${server.url}${chapter}/`);
      expect(said.join('\n')).toMatch(/hydrat/i);
    } finally {
      await server.close();
    }
  });
});
