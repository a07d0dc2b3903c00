/** The record in the reader's own browser; where storage refuses, there is none, and nobody is told. */
import type { Page } from '../lib/browser';
import { emptyRecord, parseRecord, type ReadingRecord } from './record';

/** Key in local storage. */
export const recordKey = 'book.reading';

/** Whether there is a record at all: asked on every page, so it reads and no more. */
export function hasRecord(page: Page): boolean {
  try {
    return page.localStorage.getItem(recordKey) !== null;
  } catch {
    return false;
  }
}

export function loadRecord(page: Page): ReadingRecord {
  try {
    return parseRecord(page.localStorage.getItem(recordKey));
  } catch {
    return emptyRecord;
  }
}

/** An empty record leaves nothing behind. */
export function saveRecord(page: Page, record: ReadingRecord): void {
  try {
    if (!record.off && !record.last && record.read.length === 0) {
      page.localStorage.removeItem(recordKey);
    } else page.localStorage.setItem(recordKey, JSON.stringify(record));
  } catch {
    // Storage is full or refused: the book reads as well without.
  }
}
