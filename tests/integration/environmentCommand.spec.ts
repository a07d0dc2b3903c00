import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { sparePorts } from '../support/settings';

const docusaurus = join('node_modules', '@docusaurus', 'core', 'bin', 'docusaurus.mjs');
const outDir = join('.tmp', 'refused-build');

/** Runs the real command with one variable set and returns what a terminal would show. */
function run(args: readonly string[], variable: string, value: string) {
  return spawnSync(process.execPath, [docusaurus, ...args], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NO_UPDATE_NOTIFIER: '1', [variable]: value },
  });
}

/**
 * Returns the arguments of each command. `start` probes its port by listening on it before it reads
 * the configuration, and leaves with 0 when another process holds it: two of these tests at once
 * must not share one.
 */
function commands(index: number) {
  return {
    build: ['build', '--out-dir', outDir],
    start: ['start', '--no-open', '--port', String(sparePorts[index])],
  } as const;
}

const refused = [
  ['ADSENSE_CLIENT', '"><script>'],
  ['ADSENSE_CLIENT', ''],
  ['SITE_URL', 'not-a-url'],
  ['BASE_URL', 'repo'],
] as const;

for (const [index, [variable, value]] of refused.entries()) {
  for (const [name, args] of Object.entries(commands(index))) {
    test(`${name} stops with one line for ${variable}=${JSON.stringify(value)}`, () => {
      const { status, stdout, stderr } = run(args, variable, value);
      expect(status).toBe(1);
      expect(stderr.trim().split('\n')).toEqual([
        expect.stringMatching(new RegExp(`^环境变量 ${variable} 的值 .*示例：${variable}=\\S+$`)),
      ]);
      expect(stderr).toContain(JSON.stringify(value));
      expect(stdout + stderr).not.toMatch(/^\s+at /m);
      expect(existsSync(outDir)).toBe(false);
    });
  }
}
