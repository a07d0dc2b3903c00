/** Runs a real `docusaurus start` on a small site and edits an example that its page includes, and a test that it names. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';

const repository = resolve(__dirname, '../..');

/** A site in a folder of its own, so that the test never edits the book. */
const files: Readonly<Record<string, string>> = {
  'docusaurus.config.ts': `
import codeRegions from '${repository}/src/code/include';
import claims from '${repository}/src/book/entries/claims';
import exampleDependencies from '${repository}/src/build/plugins/exampleDependencies';
export default {
  title: 'fixture', url: 'https://example.com', baseUrl: '/',
  future: { experimental_faster: true, v4: { removeLegacyPostBuildHeadAttribute: true } },
  presets: [['classic', {
    blog: false, pages: false,
    docs: {
      routeBasePath: '/', sidebarPath: false,
      beforeDefaultRemarkPlugins: [
        [claims, { root: __dirname }],
        [codeRegions, { root: __dirname, versions: {} }],
      ],
    },
  }]],
  plugins: [exampleDependencies],
};`,
  'docs/chapters/chapter90-fixture.mdx': `---
slug: /
---

export const Proof = ({ line }) => <output>{line}</output>;

甲。<Proof test="BookTest.holds" />

\`\`\`java file=src/Book.java region=title
\`\`\`
`,
  'examples/chapter90-fixture/src/Book.java': '// region title\nfirst\n// endregion title\n',
  'examples/chapter90-fixture/src/test/java/BookTest.java': '@Test\nvoid holds() {}\n',
};

function write(site: string, path: string, text: string): void {
  mkdirSync(dirname(join(site, path)), { recursive: true });
  writeFileSync(join(site, path), text);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

let site: string;
let started: ChildProcess | undefined;

test.beforeEach(() => {
  mkdirSync(join(repository, '.tmp'), { recursive: true });
  site = mkdtempSync(join(repository, '.tmp/hot-reload-'));
  for (const [path, text] of Object.entries(files)) write(site, path, text);
});

test.afterEach(() => {
  // The command runs in a process group of its own: its children end with it.
  if (started?.pid !== undefined) process.kill(-started.pid);
  rmSync(site, { recursive: true, force: true });
});

test('an edited example, and the new place of a test, show in the open page without a reload', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  started = spawn(
    'npx',
    ['docusaurus', 'start', site, '--no-open', '--host', '127.0.0.1', '--port', String(port)],
    { cwd: repository, detached: true, stdio: 'ignore' },
  );
  await expect(async () => {
    await page.goto(url);
  }).toPass({ timeout: 60_000 });
  const code = page.locator('article pre');
  await expect(code).toHaveText('first', { timeout: 30_000 });

  write(
    site,
    'examples/chapter90-fixture/src/Book.java',
    '// region title\nsecond\n// endregion title\n',
  );

  await expect(code).toHaveText('second', { timeout: 15_000 });

  const line = page.locator('article output');
  await expect(line).toHaveText('2');
  write(
    site,
    'examples/chapter90-fixture/src/test/java/BookTest.java',
    '// Above it.\n@Test\nvoid holds() {}\n',
  );
  await expect(line).toHaveText('3', { timeout: 15_000 });
});
