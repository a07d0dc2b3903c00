/**
 * Runs all site tests on a fresh build: `npm test [-- <Playwright arguments>]`.
 *
 * A Chromium is found or installed first, so that its absence is said before anything else runs. What needs no
 * built site is tested while it is built: bundling leaves most of a second core idle.
 */
import { ensureBrowser } from './browser';
import { run, runAside } from './run';
import { endWith } from './serve';

const build = ['run', '--silent', 'build'] as const;
const withoutSite = ['unit', 'integration', 'content'].map((name) => `--project=${name}`);

async function testEverything(): Promise<void> {
  const [built, tested] = await Promise.allSettled([
    runAside('npm', build),
    runAside('playwright', ['test', ...withoutSite]),
  ]);
  // Without a site there is nothing more to test; with one, what else fails is worth knowing.
  if (built.status === 'rejected') throw built.reason;
  run('playwright', ['test', '--project=site']);
  if (tested.status === 'rejected') throw tested.reason;
}

async function main(): Promise<void> {
  console.log(`浏览器：${ensureBrowser('tests')}`);
  const chosen = process.argv.slice(2);
  if (chosen.length === 0) return testEverything();
  run('npm', build);
  run('playwright', ['test', ...chosen]);
}

main().catch(endWith);
