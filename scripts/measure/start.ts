/** How long an author waits: from saving a chapter to its changed text in the open page. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { atExit } from './atExit';
import { median, rounded, worst, type Row } from './figures';
import { docusaurus } from './build';
import { copySite } from './siteCopy';
import { openTab } from './tab';

/** The chapter that is changed: the longest. */
const chapter = 'chapter11-data-access';
/** Longest the first compilation may take, in ms. */
const firstCompilationMs = 300_000;
/** Longest a change may take, in ms. */
const changeMs = 60_000;
/** Between two changes, in ms: after the text is shown, server and page have work left that no author saves into. */
const restMs = 2000;

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('没有空闲的端口');
  return address.port;
}

/** Opens the page as soon as the server answers with it. */
async function openWhenServed(page: Page, url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + firstCompilationMs;
  while (performance.now() < deadline && server.exitCode === null) {
    try {
      await page.goto(url);
      await page.locator('article h1').waitFor({ timeout: changeMs });
      return;
    } catch {
      await delay(200); // Not listening yet.
    }
  }
  throw new Error('npm start 没有把页面显示出来');
}

/** Saves the page with one more paragraph; ms until an open tab shows it. */
async function change(page: Page, file: string, source: string, text: string): Promise<number> {
  const shown = page.waitForFunction(
    (wanted) => document.querySelector('article')?.textContent.includes(wanted) && Date.now(),
    text,
    { polling: 'raf', timeout: changeMs },
  );
  const saved = Date.now();
  writeFileSync(file, `${source}\n\n${text}\n`);
  const seen = await (await shown).jsonValue();
  return Number(seen) - saved;
}

/** Starts the author's server on a copy of the site and changes the longest chapter `runs` times. */
export async function measureStart(
  browser: Browser,
  repository: string,
  scale: number,
  runs: number,
): Promise<Row> {
  const { folder, remove } = copySite(repository, scale);
  const port = await freePort();
  const args = ['start', '--no-open', '--host', '127.0.0.1', '--port', String(port)];
  const began = performance.now();
  const server = spawn(process.execPath, [docusaurus, ...args], {
    cwd: folder,
    env: { ...process.env, NO_UPDATE_NOTIFIER: '1' },
    stdio: 'ignore',
  });
  const stop = atExit(() => server.kill('SIGKILL'));
  const { page, close } = await openTab(browser, 'desktop');
  try {
    await openWhenServed(page, `http://127.0.0.1:${port}/chapters/${chapter}`, server);
    const ready = (performance.now() - began) / 1000;
    const file = join(folder, 'docs/chapters', `${chapter}.mdx`);
    const source = readFileSync(file, 'utf8');
    const times: number[] = [];
    while (times.length < runs) {
      await delay(restMs);
      times.push(await change(page, file, source, `第 ${times.length + 1} 次改动`));
    }
    return {
      章: `${scale}×`,
      '启动到显示 s': rounded(ready, 1),
      '改动到显示 中位 ms': rounded(median(times)),
      '最差 ms': rounded(worst(times)),
    };
  } finally {
    await close();
    const ended = new Promise((done) => server.once('exit', done));
    stop();
    if (server.exitCode === null && server.signalCode === null) await ended;
    remove();
  }
}
