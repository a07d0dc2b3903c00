/** The queries that led to a page, kept in the reader's browser. */
import { readStored, store } from '../../lib/storage';

const key = 'search-recent';
const most = 6;
const longest = 80;

/** The kept queries, the latest first. */
export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored('localStorage', key) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((query): query is string => typeof query === 'string').slice(0, most);
  } catch {
    // Another program's text.
    return [];
  }
}

/** Remembers a query that led to a page. */
export function storeRecent(query: string): void {
  const text = query.trim().slice(0, longest);
  if (!text) return;
  const queries = [text, ...readRecent().filter((other) => other !== text)].slice(0, most);
  store('localStorage', key, JSON.stringify(queries));
}

/** Forgets all queries. */
export const clearRecent = (): void => store('localStorage', key, null);
