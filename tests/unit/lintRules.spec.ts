/** The rules of our own in `eslint.config.mjs` do refuse what they are there to refuse. */
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
    expect(await rulesBrokenBy(code, 'src/client/browser.ts')).toEqual([]);
  }
});

test('the environment is read in one module', async () => {
  const code = 'export const value = process.env.ANY;';
  expect(await rulesBrokenBy(code, 'src/config/pages.ts')).toEqual(['no-restricted-syntax']);
  expect(await rulesBrokenBy(code, 'src/config/environment.ts')).toEqual([]);
});

test('no test waits for a fixed time', async () => {
  const code = 'export const wait = (page) => page.waitForTimeout(1);';
  expect(await rulesBrokenBy(code, 'tests/e2e/any.spec.ts')).toEqual(['no-restricted-properties']);
});
