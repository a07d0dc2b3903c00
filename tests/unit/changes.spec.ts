/** What changed since a reader read it: the list, the record of proven claims, and the marks in the browser's record. */
import { expect, test } from '@playwright/test';
import { claimsOf, untold } from '../../scripts/content/checks/changes';
import { parsePage } from '../../scripts/content/pages';
import { newestBySection, problemsOf, type Change } from '../../src/book/changes';
import { emptyRecord, parseRecord, withSeen } from '../../src/reading/record';

const change: Change = {
  date: '2026-11-25',
  page: 'chapter13-caching',
  section: 'ttl',
  kind: 'mended',
  text: '原来说缓存十分钟过期，其实是一小时。',
};
const anchorsOf = (page: string): ReadonlySet<string> | undefined =>
  page === 'chapter13-caching' ? new Set(['ttl']) : undefined;

test('a well written change has no problem', () => {
  expect(problemsOf([change, { ...change, section: '' }], anchorsOf)).toEqual([]);
});

const wrong: readonly (readonly [Partial<Change>, string])[] = [
  [{ date: '25.11.2026' }, '日期'],
  [{ page: 'chapter99-none' }, '没有页面 chapter99-none'],
  [{ section: 'none' }, '没有小节 #none'],
  [{ kind: 'other' as Change['kind'] }, 'kind 写'],
  [{ text: '改了' }, '说清改了什么'],
  [{ text: undefined }, '说清改了什么'],
];
for (const [part, said] of wrong) {
  test(`a change with ${JSON.stringify(part)} is refused`, () => {
    expect(problemsOf([{ ...change, ...part }], anchorsOf).join()).toContain(said);
  });
}

test('an older change after a newer one is refused: the list only grows at its end', () => {
  expect(problemsOf([change, { ...change, date: '2026-11-24' }], anchorsOf)).toHaveLength(1);
});

test('a section’s newest change counts', () => {
  const list = [change, { ...change, page: 'other' }, change];
  expect([...newestBySection(list, 'chapter13-caching')]).toEqual([['ttl', 3]]);
});

test('who has read a section need not read it again because it reads better', () => {
  const list: readonly Change[] = [change, { ...change, kind: 'reworded' }];
  expect([...newestBySection(list, 'chapter13-caching')]).toEqual([['ttl', 1]]);
});

async function claims(text: string): Promise<string[]> {
  return claimsOf(await parsePage('docs/chapters/chapter13-caching.mdx', text));
}

test('a proven paragraph that changes is missed, one without proof is not', async () => {
  const proven = '缓存一小时过期。<Proof test="A.b" />';
  const before = { claims: (await claims(`${proven}\n\n随便说说。`)).join(' '), told: 0 };
  expect(untold(await claims(`${proven}\n\n说了别的。`), 0, before)).toBe(0);
  expect(untold(await claims(proven.replace('一小时', '两小时')), 0, before)).toBe(1);
  expect(untold(await claims(`${proven}\n\n新的一段。<Proof test="A.c" />`), 0, before)).toBe(0);
});

test('what is told of may change, and a new page has nothing to tell', async () => {
  const before = { claims: (await claims('甲。<Proof test="A.b" />')).join(' '), told: 1 };
  expect(untold(await claims('乙。'), 1, before)).toBe(1);
  expect(untold(await claims('乙。'), 2, before)).toBe(0);
  expect(untold(await claims('乙。'), 0, undefined)).toBe(0);
});

test('how far a reader has seen the changes is noted, and read back', () => {
  const record = withSeen(emptyRecord, '/chapters/a', 3);
  expect(parseRecord(JSON.stringify(record)).seen).toEqual({ '/chapters/a': 3 });
  expect(withSeen(record, '/chapters/a', 3)).toBe(record);
  const off = { ...emptyRecord, off: true };
  expect(withSeen(off, '/chapters/a', 3)).toBe(off);
  expect(parseRecord('{"seen":{"a":"x","b":1.5,"c":2}}').seen).toEqual({ c: 2 });
});
