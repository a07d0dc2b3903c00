import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { appendixPages, chapters, parts } from '../../src/config/chapters';

const readme = readFileSync('README.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

test('the README counts what the list of chapters holds', () => {
  expect(readme).toContain(`${parts.length} 个部分、${chapters.length} 章`);
  expect(readme).toContain(`${appendixPages.length} 篇附录`);
  expect(readme).toContain(`${chapters.length} chapters`);
});

test('the README names every setting, and only commands that exist', () => {
  const environment = readFileSync('src/config/environment.ts', 'utf8');
  const variables = new Set(environment.match(/'[A-Z][A-Z_]+'/g)?.map((text) => text.slice(1, -1)));
  expect(variables.size).toBeGreaterThan(5);
  for (const variable of variables) expect(readme).toContain(`| \`${variable}\` |`);
  for (const text of [readme, readFileSync('CONTRIBUTING.md', 'utf8')]) {
    for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) {
      expect(Object.keys(scripts)).toContain(name);
    }
  }
});
