/** The search's only way to local storage, which a browser may forbid: then nothing is remembered. */

const key = 'search-recent';
const most = 6;
const longest = 80;

/** Queries that led to a page, the latest first. */
export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((query): query is string => typeof query === 'string').slice(0, most);
  } catch {
    return [];
  }
}

/** Remembers a query that led to a page. */
export function storeRecent(query: string): void {
  const text = query.trim().slice(0, longest);
  if (!text) return;
  try {
    const queries = [text, ...readRecent().filter((other) => other !== text)].slice(0, most);
    window.localStorage.setItem(key, JSON.stringify(queries));
  } catch {
    // Storage is full or forbidden: the query is simply not remembered.
  }
}

/** Forgets all queries. */
export function clearRecent(): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // What cannot be stored need not be removed.
  }
}
