/** How long a page takes to read, and what of it a first reader may leave out. */
import { expect, test } from '@playwright/test';
import minutes from '../../src/book/entries/minutes';

const han = (count: number): string => '字'.repeat(count);
const code = (lines: number): string => `\`\`\`java\n${'x;\n'.repeat(lines)}\`\`\``;
const head = '<ChapterHead />';

/** The minutes that the head of a page gets: main line, all. */
async function minutesFor(...blocks: readonly string[]): Promise<readonly number[]> {
  const { compile } = await import('@mdx-js/mdx');
  const source = [head, ...blocks].join('\n\n');
  const page = String(await compile(source, { jsx: true, remarkPlugins: [minutes] }));
  const [, main, all] = /mainMinutes="(\d+)" allMinutes="(\d+)"/.exec(page) ?? [];
  return [Number(main), Number(all)];
}

test('400 Chinese characters or 40 lines of code are a minute', async () => {
  expect(await minutesFor(han(800))).toEqual([2, 2]);
  expect(await minutesFor(code(80))).toEqual([2, 2]);
  expect(await minutesFor(han(600), code(20))).toEqual([2, 2]);
  expect(await minutesFor(han(401))).toEqual([2, 2]);
});

test('what is folded is no part of the main line', async () => {
  const deep = `<Deep title="机制">\n\n${han(400)}\n\n${code(80)}\n\n</Deep>`;
  expect(await minutesFor(han(400), deep)).toEqual([1, 4]);
});

test('a section that may be skipped ends at the next heading of its level', async () => {
  const optional = ['## 甲', '<Optional />', han(398), '### 乙', han(399)];
  expect(await minutesFor(han(397), ...optional, '## 丙', '普通')).toEqual([1, 3]);
});
