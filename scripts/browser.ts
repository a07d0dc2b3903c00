/** Finds the Chromium that tests and measurements run in, or says how to get one. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { canInstallFromDebian, installFromDebian, onPath } from './debian';

/** Chromium without a window or any of its parts: runs the tests in two thirds of the time. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const commands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** What a browser is for: tests take the headless shell where there is one, measurements what readers use. */
export type BrowserUse = 'tests' | 'measurements';

/** Where Chrome's installers put it on systems that have no PATH entry for it. */
const installedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable];
    return folder ? [`${folder}\\Google\\Chrome\\Application\\chrome.exe`] : [];
  }),
];

/**
 * Path of an installed Chromium: `CHROMIUM_PATH`, one on the PATH or where installers put it, or
 * Playwright's own.
 *
 * @throws Error with one line when `CHROMIUM_PATH` names nothing
 */
export function findBrowser(use: BrowserUse): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`环境变量 CHROMIUM_PATH 的值 ${JSON.stringify(named)} 无效：没有这个文件`);
  }
  return (
    onPath(...(use === 'tests' ? shells : []), ...commands) ??
    [...installedPlaces, chromium.executablePath()].find((path) => existsSync(path))
  );
}

/** Debian's package with Chinese characters: without one, pages show boxes. */
const font = 'fonts-noto-cjk';

/**
 * Returns a Chromium's path, installing Debian's packages where this process may.
 *
 * @throws Error with one line telling the reader what to install
 */
export function ensureBrowser(use: BrowserUse): string {
  // A path named on purpose, even a wrong one, is not for us to go round.
  if (!process.env.CHROMIUM_PATH && canInstallFromDebian()) {
    if (use === 'tests' && !onPath(...shells)) installFromDebian(...shells.slice(0, 1), font);
    if (!findBrowser(use)) installFromDebian('chromium', font);
  }
  const found = findBrowser(use);
  if (found) return found;
  throw new Error(
    '没有找到 Chromium：请安装 Chrome 或 Chromium（或运行 npx playwright install chromium），也可用 CHROMIUM_PATH=/路径/chromium 指定',
  );
}
