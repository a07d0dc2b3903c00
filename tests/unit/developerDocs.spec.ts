import { expect, test } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendixPages, chapters, parts } from '../../src/book/chapters';

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
  const environment = readFileSync('src/build/environment.ts', 'utf8');
  const variables = new Set(environment.match(/(?<=read\(')[A-Z_]+/g));
  expect(variables.size).toBeGreaterThan(5);
  for (const variable of variables) expect(readme).toContain(`| \`${variable}\` |`);
  for (const text of [readme, readFileSync('CONTRIBUTING.md', 'utf8')]) {
    for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) {
      expect(Object.keys(scripts)).toContain(name);
    }
  }
});

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs-dev').map((name) => `docs-dev/${name}`),
].filter((name) => name.endsWith('.md'));

/** Paths of the repository that a page names between backticks; those with a placeholder in them name no file. */
function pathsIn(page: string): string[] {
  const text = readFileSync(page, 'utf8').replace(/^```[^]*?^```/gm, '');
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) =>
      /^(?:src|tests|scripts|docs|docs-dev|appendix|static|i18n|\.github|\.ci)\//.test(path),
    )
    .filter((path) => !/[<*>]|NN|第|^src\/(?:main|test)\//.test(path));
}

test('developers are sent to files that exist', () => {
  const named = pages.flatMap((page) => pathsIn(page).map((path) => ({ page, path })));
  expect(named.length).toBeGreaterThan(40);
  const gone = named.filter(({ path }) => !existsSync(path));
  expect(gone).toEqual([]);
});

test('the map of the README names every room', () => {
  const rooms = readdirSync('src').map((name) => `src/${name}/`);
  for (const room of rooms) expect(readme).toContain(`| \`${room}\` |`);
});
