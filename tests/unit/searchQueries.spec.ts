/** How sentences typed without spaces, and words that only look like a complaint, are understood. */
import { expect, test } from '@playwright/test';
import { parseQuery } from '../../src/search/core/query';

const none = new Map<string, string>();

test('a word that the segmenter does not know is kept whole', () => {
  const surfaces = parseQuery('改了代码要重启好麻烦', none).concepts.map(({ surface }) => surface);
  expect(surfaces).toContain('代码');
  expect(surfaces.some((surface) => surface.includes('重启'))).toBe(true);
});

test('that nothing is reported tells of no error', () => {
  expect(parseQuery('配置项拼错了启动报错', none).trouble).toBe(true);
  for (const text of ['配置项拼错了启动不报错', '启动没有任何报错', '日志里没异常']) {
    expect(parseQuery(text, none).trouble, text).toBe(false);
  }
});

test('the name of the framework weighs less than what is asked about it', () => {
  for (const text of ['springboot 跨域', 'spring boot 跨域']) {
    const weights = parseQuery(text, none).concepts.map(({ surface, weight }) => [surface, weight]);
    expect(weights).toHaveLength(2);
    for (const [surface, weight] of weights) {
      expect(weight === 1, String(surface)).toBe(surface === '跨域');
    }
  }
});

test('question words are no concepts', () => {
  const { concepts } = parseQuery('端口怎么改，端口', none);
  expect(concepts.map(({ surface }) => surface)).not.toContain('怎么');
});

test('of a pasted text only the concepts are looked up, however long it is', () => {
  const trace = `java.lang.IllegalStateException: no\n${'\tat com.acme.One.two(One.java:1)\n'.repeat(500)}`;
  const { pasted, concepts } = parseQuery(trace, none);
  const terms = concepts.flatMap(({ variants }) => variants[0]?.terms.map(({ text }) => text));
  expect(pasted).toBe(true);
  expect(terms).toContain('illegalstateexception');
  expect(terms).not.toContain('acme');
});
