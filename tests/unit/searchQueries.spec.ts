/** How sentences typed without spaces are understood, and what they ask about. */
import { expect, test } from '@playwright/test';
import { parseQuery } from '../../src/search/core/query';

const none = new Map<string, string>();

test('a word that the segmenter does not know is kept whole', () => {
  const surfaces = parseQuery('改了代码要重启好麻烦', none).concepts.map(({ surface }) => surface);
  expect(surfaces).toContain('代码');
  expect(surfaces.some((surface) => surface.includes('重启'))).toBe(true);
});

test('the name of the framework says nothing beside what is asked about it', () => {
  for (const [text, said] of [
    ['springboot 跨域', '跨域'],
    ['spring boot 跨域', '跨域'],
    ['springboot', 'springboot'],
  ]) {
    const { concepts } = parseQuery(text, none);
    expect(concepts.map(({ surface }) => surface)).toEqual([said]);
  }
});

test('a query is about a failure, about names, or neither', () => {
  for (const [text, about] of [
    ['启动报错', 'failure'],
    ['LazyInitializationException', 'failure'],
    ['port was already used', 'failure'],
    ['@Transactional', 'names'],
    ['spring.datasource.url', 'names'],
    ['事务传播', undefined],
    ['spring', undefined],
  ]) {
    expect(parseQuery(text ?? '', none).about, text).toBe(about);
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
