/** `npm run measure` as a command: how it refuses. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';

const script = resolve('scripts/measure/runMeasure.ts');
let temporary: string;

test.beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'measure-command-'));
});

test.afterEach(() => rmSync(temporary, { recursive: true, force: true }));

/** Runs the command in the temporary folder. */
function measure(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [require.resolve('tsx/cli'), script, ...args],
    { cwd: temporary, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test('bad input gets one line, no stack, and status 1', () => {
  expect(measure('--runs', 'x')).toEqual({
    status: 1,
    stdout: '',
    stderr: '--runs 的值 "x" 无效：需要正整数，例如 --runs 5\n',
  });
});

test('a site that is not built, and a page that it lacks, are said in one line', () => {
  const stderr = 'build/ 里没有构建好的网站，请先运行 npm run build\n';
  expect(measure('--only', 'lighthouse')).toEqual({ status: 1, stdout: '', stderr });
  mkdirSync(join(temporary, 'build'));
  writeFileSync(join(temporary, 'build/index.html'), '');
  for (const page of ['/nowhere', '/%E0%A4%A']) {
    const line = `build/ 里没有页面 ${page}\n`;
    expect(measure('--only', 'lighthouse', '/', page)).toEqual({
      status: 1,
      stdout: '',
      stderr: line,
    });
  }
});
