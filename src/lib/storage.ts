/** The browser's storage; where it is forbidden or full nothing is found, nothing is kept, and nobody is told. */

/** Until the tab is closed, or for good. */
type Area = 'sessionStorage' | 'localStorage';

/** What is kept under a key, if anything. */
export function readStored(area: Area, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key; null keeps nothing any more. */
export function store(area: Area, key: string, text: string | null): void {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
  } catch {
    // What is shown does not depend on it.
  }
}
