/** The record in the reader's own browser. */
import { readStored, store } from '../lib/storage';
import { parseRecord, type ReadingRecord } from './record';

/** Key in local storage. */
export const recordKey = 'book.reading';

/** Whether there is a record at all: asked on every page, so it reads and no more. */
export const hasRecord = (): boolean => readStored('localStorage', recordKey) !== null;

export const loadRecord = (): ReadingRecord => parseRecord(readStored('localStorage', recordKey));

/** An empty record leaves nothing behind. */
export function saveRecord(record: ReadingRecord): void {
  const isEmpty = !record.off && !record.last && record.read.length === 0;
  store('localStorage', recordKey, isEmpty ? null : JSON.stringify(record));
}
