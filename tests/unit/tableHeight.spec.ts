/** The height that is reserved for a table, against what browsers make of it: rows of 41 px, 22.4 px a further line. */
import { expect, test } from '@playwright/test';
import type { Table, TableCell } from 'mdast';
import { heightOfTable } from '../../src/remark/paragraphs/table';

const table = (...rows: string[][]): Table => ({
  type: 'table',
  children: rows.map((cells) => ({
    type: 'tableRow',
    children: cells.map((value): TableCell => ({
      type: 'tableCell',
      children: [{ type: value.startsWith('@') ? 'inlineCode' : 'text', value }],
    })),
  })),
});

const oneLine = 22.4 + 17.6 + 1;
const rows = (count: number, furtherLines = 0): number =>
  count * oneLine + furtherLines * 22.4 - 1 + 2;

test('a row is as high as a line where all of its text has room', () => {
  expect(heightOfTable(table(['名', '说明'], ['甲', '第一个']), 640)).toBeCloseTo(rows(2));
});

test('the cell with the most lines decides', () => {
  // Its column gets what the other leaves of 640 px: 640 - 91 - 25.6 for 70 characters of 14 px.
  const long = '一二三四五六七八九十'.repeat(7);
  expect(heightOfTable(table(['名', '说明'], ['甲', long]), 640)).toBeCloseTo(rows(2, 1));
  expect(heightOfTable(table(['名', '说明'], ['甲', long], [long, '甲']), 640)).toBeGreaterThan(
    rows(3, 4),
  );
});

test('a name that cannot be broken keeps its width, and the others get more lines', () => {
  const sentence = '一二三四五六七八九十'.repeat(3);
  const short = heightOfTable(table(['甲', '乙'], ['@Bean', sentence]), 328);
  const long = heightOfTable(table(['甲', '乙'], ['@ConditionalOnMissingBean', sentence]), 328);
  expect(long).toBeGreaterThan(short);
});

test('a table wider than its column scrolls: it gets no higher where the column gets narrower', () => {
  const wide = table(['甲', '乙', '丙', '丁', '戊'], ['一', '二', '三', '四', '五六七八九十']);
  expect(heightOfTable(wide, 288)).toBe(heightOfTable(wide, 328));
});
