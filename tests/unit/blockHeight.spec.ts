/** The height that is reserved for a list or an exercise, in rem: lines of 1.8, 0.35 between items. */
import { expect, test } from '@playwright/test';
import type { List, Nodes } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { heightOfBlock, heightsOfBlock } from '../../src/remark/paragraphs/block';

const list = (...items: string[]): List => ({
  type: 'list',
  children: items.map((value) => ({
    type: 'listItem',
    children: [{ type: 'paragraph', children: [{ type: 'text', value }] }],
  })),
});
const characters = (count: number): string => '字'.repeat(count);

const element = (name: string, ...children: Nodes[]): MdxJsxFlowElement => ({
  type: 'mdxJsxFlowElement',
  name,
  attributes: [],
  children: children as MdxJsxFlowElement['children'],
});

test('an item takes as many lines as its text needs beside the mark', () => {
  expect(heightOfBlock(list('短', '短'), 20.5)).toBeCloseTo(2 * 1.8 + 0.35);
  expect(heightOfBlock(list(characters(18)), 20.5)).toBeCloseTo(1.8);
  expect(heightOfBlock(list(characters(19)), 20.5)).toBeCloseTo(2 * 1.8);
});

test('words leave more of a line empty than Chinese does', () => {
  const words = 'Spring '.repeat(10);
  expect(heightOfBlock(list(words), 20.5)).toBeGreaterThan(
    heightOfBlock(list(characters(Math.floor(words.length / 2))), 20.5),
  );
});

test('a list in a list is as high as its items', () => {
  const outer = list('外');
  outer.children[0]?.children.push(list('内', '内'));
  expect(heightOfBlock(outer, 40)).toBeCloseTo(3 * 1.8 + 0.35);
});

test('what an exercise folds away counts for its summary only', () => {
  const answer = (lines: number): Nodes =>
    element('Answer', { type: 'code', value: Array.from({ length: lines }, () => 'x').join('\n') });
  const height = (...children: Nodes[]): number =>
    heightOfBlock(element('Exercise', ...children), 40);
  expect(height(answer(50))).toBe(height(answer(2)));
  expect(height(list('题目'), answer(2))).toBeGreaterThan(height(answer(2)));
});

test('both heights are the same where no column needs a second line, and the narrow one larger where one does', () => {
  const short = heightsOfBlock(list('短'));
  expect(short.narrow).toBeCloseTo(short.wide);
  const long = heightsOfBlock(list(characters(200)));
  expect(long.narrow / long.wide).toBeGreaterThan(1.7);
  expect(Math.abs(long.wide - heightOfBlock(list(characters(200)), 40))).toBeLessThan(1.8);
});
