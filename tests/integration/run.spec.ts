import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';

let place: string;

test.beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'run 命令-'));
});

test.afterEach(() => rmSync(place, { recursive: true, force: true }));

/** Calls one of the functions of `scripts/run.ts` on a machine where nothing called `npm` or `npx` can be started. */
function call(expression: string) {
  const npm = join(place, 'npm-cli.js');
  writeFileSync(npm, 'console.log(JSON.stringify(process.argv.slice(2)));process.exitCode = 3');
  const code = `const run = require(${JSON.stringify(resolve('scripts/run.ts'))});
Promise.resolve().then(() => ${expression}).catch(({ message }) => console.error(message));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', pathToFileURL(require.resolve('tsx')).href, '-e', code],
    { encoding: 'utf8', env: { PATH: place, npm_execpath: npm } },
  );
  return { stdout, stderr };
}

test('npm is started where it is a batch file, as on Windows, which only a shell would start', () => {
  for (const name of ['run', 'runAside']) {
    expect(call(`run.${name}('npm', ['run', 'two words'])`)).toEqual({
      stdout: '["run","two words"]\n',
      stderr: 'npm run two words 没有成功\n',
    });
  }
});

test('Playwright is started without npx', () => {
  expect(call(`run.run('playwright', ['--version'])`).stdout).toMatch(/^Version \d/);
});
