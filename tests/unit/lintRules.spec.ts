/** The rules of our own in `eslint.config.mjs` do refuse what they are there to refuse. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { ESLint } from 'eslint';

const eslint = new ESLint();

async function rulesBrokenBy(code: string, filePath: string): Promise<readonly (string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
}

test('page and storage are reached in modules of their own alone', async () => {
  for (const code of ['window.scrollTo(0, 0);', 'document.title = "";', 'localStorage.clear();']) {
    expect(await rulesBrokenBy(code, 'src/components/Any/index.tsx')).toEqual([
      'no-restricted-globals',
    ]);
    expect(await rulesBrokenBy(code, 'src/lib/browser.ts')).toEqual([]);
  }
});

test('the environment is read in one module', async () => {
  const code = 'export const value = process.env.ANY;';
  expect(await rulesBrokenBy(code, 'src/book/pages.ts')).toEqual(['no-restricted-syntax']);
  expect(await rulesBrokenBy(code, 'src/build/environment.ts')).toEqual([]);
});

test('no test waits for a fixed time', async () => {
  const code = 'export const wait = (page) => page.waitForTimeout(1);';
  expect(await rulesBrokenBy(code, 'tests/e2e/any.spec.ts')).toEqual(['no-restricted-properties']);
});

test('a wrapper of the theme is short, and its first line says what it changes', async () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `export const value${index} = 1;`).join('\n');
  expect(await rulesBrokenBy(lines(30), 'src/theme/Any/index.tsx')).toEqual([]);
  expect(await rulesBrokenBy(lines(31), 'src/theme/Any/index.tsx')).toEqual(['max-lines']);
  const wrappers = readdirSync('src/theme', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  expect(wrappers.length).toBeGreaterThan(10);
  const silent = wrappers.filter(
    (name) =>
      !/^\/\/ [A-Z].{20,}\.$/m.test(readFileSync(`src/theme/${name}`, 'utf8').split('\n')[0] ?? ''),
  );
  expect(silent).toEqual([]);
});
