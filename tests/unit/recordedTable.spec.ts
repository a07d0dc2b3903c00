/** Recorded cells as a table of the page: what is recorded with tabs, and what is recorded in aligned columns. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { readTable } from '../../src/code/include/table';

const cellsOf = (text: string): readonly string[][] =>
  readTable(text, 'x.tsv').children.map((row) =>
    row.children.map((cell) =>
      cell.children.map((part) => ('value' in part ? part.value : '')).join(''),
    ),
  );

test('cells stand between tabs, or between two spaces and more', () => {
  const cells = [
    ['怎样分', '出错的'],
    ['按请求，weight=9 对 1', '100'],
  ];
  expect(cellsOf('怎样分\t出错的\n按请求，`weight=9` 对 1\t100')).toEqual(cells);
  expect(cellsOf('怎样分                 出错的\n按请求，`weight=9` 对 1  100')).toEqual(cells);
});

test('a table has two columns at least, and rows as long as its header', () => {
  expect(() => readTable('开到 看得到的\n10% 95', 'x.tsv')).toThrow('x.tsv 的表头只有一格');
  expect(() => readTable('开到  看得到的\n10%', 'x.tsv')).toThrow('第 2 行有 1 格，表头有 2 格');
});

test('each recorded table can be read', () => {
  const folders = readdirSync('examples', { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const files = folders.flatMap(({ name }) => {
    const folder = `examples/${name}/output`;
    try {
      return readdirSync(folder)
        .filter((file) => file.endsWith('.tsv'))
        .map((file) => `${folder}/${file}`);
    } catch {
      return [];
    }
  });
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const [header] = cellsOf(readFileSync(file, 'utf8').trimEnd());
    expect(header?.length, file).toBeGreaterThan(1);
  }
});
