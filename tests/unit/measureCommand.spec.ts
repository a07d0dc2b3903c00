/** `npm run measure` as a command: how it refuses, and how it ends when it is interrupted. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const command = ['--import', 'tsx', 'scripts/measure/runMeasure.ts'];
let temporary: string;

test.beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'measure-command-'));
});

test.afterEach(() => rmSync(temporary, { recursive: true, force: true }));

test('bad input gets one line, no stack, and status 1', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...command, '--runs', 'x'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('--runs 的值 "x" 无效：需要正整数，例如 --runs 5\n');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
});

test('an interrupted measurement leaves no site behind', async () => {
  const measuring = spawn(process.execPath, [...command, '--only', 'build'], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => measuring.once('exit', done));
  const sites = (): string[] =>
    readdirSync(temporary).filter((name) => name.startsWith('measure-site-'));
  // The folder of generated files shows that the build is running.
  const isBuilding = (): boolean =>
    sites().some((name) => existsSync(join(temporary, name, '.docusaurus')));
  await expect.poll(isBuilding, { timeout: 30_000 }).toBe(true);
  measuring.kill('SIGTERM');
  expect(await ended).toBe(143);
  expect(sites()).toEqual([]);
});
