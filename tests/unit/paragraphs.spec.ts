/** What is written on paragraphs for the browser to tell their heights from. */
import { expect, test } from '@playwright/test';
import type { List, Paragraph, PhrasingContent, Root } from 'mdast';
import paragraphs from '../../src/remark/paragraphs';
import { emsOf } from '../../src/remark/paragraphs/ems';

const paragraph = (...children: PhrasingContent[]): Paragraph => ({ type: 'paragraph', children });
const text = (value: string): PhrasingContent => ({ type: 'text', value });

test('a Chinese character and its punctuation take one em, a Latin letter half of it', () => {
  expect(emsOf(paragraph(text('数据访问，')))).toBe(5);
  expect(emsOf(paragraph(text('Spring')))).toBe(3);
  expect(emsOf(paragraph(text('“事务”失效……')))).toBe(8);
});

test('what stands in links, emphasis and code counts', () => {
  const strong: PhrasingContent = { type: 'strong', children: [text('三个')] };
  const link: PhrasingContent = { type: 'link', url: '/', children: [strong, text('数据库')] };
  expect(emsOf(paragraph(link, text('上')))).toBe(6);
  const code: PhrasingContent = { type: 'inlineCode', value: '@Transactional' };
  expect(emsOf(paragraph(code))).toBe(7);
  // Each frame takes a little: five of them a character.
  expect(emsOf(paragraph(...Array.from({ length: 5 }, () => code)))).toBe(36);
});

test('a heading’s letters are bold, and its address is not shown', () => {
  const heading = (value: string): number =>
    emsOf({ type: 'heading', depth: 3, children: [text(value)] });
  expect(heading('端口被占用 {#port-in-use}')).toBe(5);
  expect(heading('NoUniqueBe')).toBe(6);
});

test('only the blocks of the page itself get it, and none with a picture', () => {
  const inItem = paragraph(text('列表里'));
  const pictured = paragraph(text('看图'), { type: 'image', url: 'a.svg' });
  const plain = paragraph(text('正文'));
  const item = { type: 'listItem' as const, children: [inItem] };
  const list: List = { type: 'list', children: [item] };
  const tree: Root = { type: 'root', children: [plain, pictured, list] };
  paragraphs()(tree);
  expect(plain.data).toMatchObject({ hProperties: { style: '--em:2' } });
  expect(pictured.data).toBeUndefined();
  expect(inItem.data).toBeUndefined();
  expect(list.data).toMatchObject({ hProperties: { style: '--wide:2;--narrow:2' } });
});
