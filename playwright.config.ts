import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser';
import { lenientPort, lenientUrl, strictPort, strictUrl } from './tests/support/settings';

const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A container's root may not use Chromium's sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const servers: PlaywrightTestConfig['webServer'] = [
  {
    command: `npx tsx scripts/serve.ts --port ${lenientPort}`,
    url: lenientUrl,
    reuseExistingServer: false,
  },
  {
    command: `npx tsx tests/support/staticServer.ts build ${strictPort}`,
    url: strictUrl,
    reuseExistingServer: false,
  },
];

/** These need no server of the built site: starting one for them would only cost time. */
const needsServer = !process.argv.some((argument) =>
  /--project=(unit|integration|content)/.test(argument),
);

export default defineConfig({
  testDir: './tests',
  globalSetup: './tests/support/globalSetup.ts',
  outputDir: `.tmp/test-results-${lenientPort}`,
  // A machine shared with other builds is several times slower; what is wrong stays wrong longer than this.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  retries: 0,
  // One more than the cores of CI's machine: a worker often waits, for a build or for the browser.
  workers: 3,
  reporter: [['list']],
  use: {
    baseURL: lenientUrl,
    locale: 'zh-CN',
    launchOptions: { executablePath: findBrowser('tests'), args: browserArguments },
  },
  projects: [
    { name: 'unit', testMatch: 'unit/**/*.spec.ts' },
    { name: 'integration', testMatch: 'integration/**/*.spec.ts' },
    { name: 'content', testMatch: 'content/**/*.spec.ts' },
    { name: 'site', testMatch: 'e2e/**/*.spec.ts' },
  ],
  ...(needsServer && { webServer: servers }),
});
