/** What the browser keeps of a reader's way through the book, and what it makes of what it finds. */
import { expect, test } from '@playwright/test';
import {
  emptyRecord,
  labelOf,
  parseRecord,
  shortTitle,
  withPlace,
  type Place,
} from '../../src/reading/record';
import { hasRecord, loadRecord, recordKey, saveRecord } from '../../src/reading/storage';

const place: Place = {
  path: '/chapters/chapter06-auto-configuration',
  chapter: '第 6 章',
  section: '条件',
  anchor: 'conditions',
};

test('what is written is read back', () => {
  const record = withPlace(emptyRecord, place, true);
  expect(parseRecord(JSON.stringify(record))).toEqual(record);
});

for (const text of [null, '', '{', '[]', '{"read":[1],"last":{"path":3}}', '"x"', ' null']) {
  test(`what is no record counts for nothing: ${text}`, () => {
    expect(parseRecord(text)).toEqual(emptyRecord);
  });
}

test('a chapter read twice is noted once', () => {
  const once = withPlace(emptyRecord, place, true);
  expect(withPlace(once, place, true).read).toEqual([place.path]);
  expect(withPlace(once, place, false).read).toEqual([place.path]);
});

test('a reader who wants nothing noted is left alone', () => {
  const off = { ...emptyRecord, off: true };
  expect(withPlace(off, place, true)).toBe(off);
});

test('the way back names chapter and section, the chapter alone above its first section', () => {
  expect(labelOf(place)).toBe('第 6 章“条件”');
  expect(labelOf({ ...place, section: '' })).toBe('第 6 章');
  expect(shortTitle('第 14 章 消息队列 I：RabbitMQ')).toBe('第 14 章');
  expect(shortTitle('别的页')).toBe('别的页');
});

/** Gives the modules a browser with no more than this. */
function browseWith(localStorage: Partial<Storage>): void {
  Object.assign(globalThis, { window: { localStorage } });
}

test.afterEach(() => Reflect.deleteProperty(globalThis, 'window'));

test('storage that refuses gives no record and no error', () => {
  const refuse = (): never => {
    throw new Error('refused');
  };
  browseWith({ getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(hasRecord()).toBe(false);
  expect(loadRecord()).toEqual(emptyRecord);
  expect(() => saveRecord(withPlace(emptyRecord, place, true))).not.toThrow();
});

test('an empty record leaves nothing behind', () => {
  const kept = new Map<string, string>([[recordKey, '{}']]);
  browseWith({ removeItem: (key) => void kept.delete(key) });
  saveRecord(emptyRecord);
  expect(kept.size).toBe(0);
});
