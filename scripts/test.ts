/**
 * Runs all site tests on a fresh build: `npm test [-- <Playwright arguments>]`.
 *
 * A Chromium is found or installed first, so that its absence is said before anything else runs.
 */
import { ensureBrowser } from './browser';
import { run } from './run';
import { endWith } from './serve';

try {
  console.log(`浏览器：${ensureBrowser('tests')}`);
  run('npm', ['run', '--silent', 'build']);
  run('npx', ['playwright', 'test', ...process.argv.slice(2)]);
} catch (error) {
  endWith(error);
}
