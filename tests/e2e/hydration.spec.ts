/** React takes over the page that came from the server: it keeps every element, and finds nothing that differs. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { writtenChapters } from '../../src/book/pages';
import { buildDevelopment, buildTimeoutMs } from '../support/builds';
import { siteScripts } from '../support/hold';
import { drawnAnew, noteElements } from '../support/kept';
import { startStrictServer } from '../support/staticServer';
import { expect, open, sitemapPaths, test } from '../support/site';

const chapter = `/chapters/${writtenChapters()[0]?.id}`;

/** Longest a slowed-down page may take until React has it, in ms; what is asked is whether it keeps what came. */
const slowTakeOverMs = 150_000;

/**
 * Slows the page's processor down from its first script on, so that React is interrupted while it takes the page over.
 * The scripts come when the document is on the screen: laying it out slowly would show nothing, and take the most.
 */
async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.route(siteScripts, async (route) => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: times });
    await route.continue();
  });
}

/**
 * The pages at which a slow phone is tried. `everyPage.spec.ts` asks every page whether it keeps what came; what
 * slowness adds, React being interrupted, depends on a page's frame and length: so of the chapters and of the appendix
 * the shortest and the longest, and every other page.
 */
function slowPages(): readonly string[] {
  const size = (path: string): number => statSync(join('build', path, 'index.html')).size;
  const paths = [...sitemapPaths()].sort((a, b) => size(a) - size(b));
  const frames = [/^\/chapters\//, /^\/appendix\/[^/]+$/];
  return [
    ...paths.filter((path) => !frames.some((frame) => frame.test(path))),
    ...frames.flatMap((frame) => {
      const alike = paths.filter((path) => frame.test(path));
      return [...alike.slice(0, 1), ...alike.slice(-1)];
    }),
  ];
}

for (const path of slowPages()) {
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
