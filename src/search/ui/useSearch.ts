/** Runs queries against the index: opens it, answers, fetches the texts that are shown, and retries. */
import { useCallback, useEffect, useReducer, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Answer, Found, SearchEngine } from '../core/engine';
import { closeEngine, openEngine } from './session';

/** Most sections shown for a query. */
const limit = 12;

/** How long a first answer from headings waits for the full one, in ms. */
const previewDelayMs = 30;

/** How long no key is pressed until the texts that excerpts are cut from are fetched, in ms. */
const pauseMs = 200;

/** Results that are shown, and whose excerpts are fetched, before the others: a tall panel's screenful. */
export const shownFirst = 6;

/** Up to this size the whole index is fetched once the reader searches, in bytes. */
const eagerBytes = 900_000;

/** What the panel shows. */
export type SearchState =
  | { readonly state: 'opening' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly engine: SearchEngine; readonly result?: SearchResult };

/** An answer and the query it belongs to. */
export interface SearchResult extends Answer {
  readonly query: string;
  /** Whether more may come: so far only headings were searched. */
  readonly preliminary: boolean;
}

interface Connection {
  readonly saveData?: boolean;
}

function savesData(): boolean {
  return (navigator as { connection?: Connection }).connection?.saveData === true;
}

/** Fetches the rest of the index ahead of the next query; a failure shows when the file is needed. */
async function loadRest(engine: SearchEngine): Promise<void> {
  if (engine.missingBytes > eagerBytes || savesData()) return;
  await engine.loadAll().catch(() => undefined);
}

/** Fetches the texts of the results' pages; returns whether there was anything to fetch. */
async function loadTexts(engine: SearchEngine, found: readonly Found[]): Promise<boolean> {
  const missing = found.filter((one) => !engine.loadedLines(one)).map(({ page }) => page);
  await Promise.all([...new Set(missing)].map((page) => engine.pageTexts(page)));
  return missing.length > 0;
}

/**
 * Searches for a query; an empty one opens the index only.
 *
 * @param manifest a read of the index's entry that is under way
 */
export function useSearch(
  query: string,
  baseUrl: string,
  manifest: RefObject<Promise<Uint8Array> | undefined>,
): { readonly search: SearchState; readonly retry: () => void } {
  const [search, setSearch] = useState<SearchState>({ state: 'opening' });
  const [attempt, nextAttempt] = useReducer((n: number) => n + 1, 0);
  const [, textsArrived] = useReducer((n: number) => n + 1, 0);
  const firstManifest = useRef(manifest);

  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const text = query.trim();

    async function run(): Promise<void> {
      const engine = await openEngine(baseUrl, firstManifest.current.current);
      if (!current) return;
      if (!text) {
        setSearch({ state: 'ready', engine });
        await loadRest(engine);
        return;
      }
      if (engine.missingBytes > 0) {
        timer = setTimeout(() => {
          const answer = engine.preview(text, limit);
          if (current && answer.found.length > 0) {
            setSearch({
              state: 'ready',
              engine,
              result: { ...answer, query: text, preliminary: true },
            });
          }
        }, previewDelayMs);
      }
      const answer = await engine.search(text, limit);
      clearTimeout(timer);
      if (!current) return;
      // At once: left to React's queue, the answer would wait for the box to be painted without it.
      flushSync(() =>
        setSearch({
          state: 'ready',
          engine,
          result: { ...answer, query: text, preliminary: false },
        }),
      );
      // Fetching and unpacking texts would delay the answer to the next key.
      await new Promise((resume) => {
        timer = setTimeout(resume, pauseMs);
      });
      for (const part of [answer.found.slice(0, shownFirst), answer.found]) {
        const arrived = await loadTexts(engine, part);
        if (!current) return;
        if (arrived) textsArrived();
      }
      await loadRest(engine);
    }

    run().catch(() => {
      clearTimeout(timer);
      if (current) setSearch({ state: 'failed' });
    });
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [query, baseUrl, attempt]);

  const retry = useCallback(() => {
    closeEngine();
    firstManifest.current = { current: undefined };
    setSearch({ state: 'opening' });
    nextAttempt();
  }, []);

  return { search, retry };
}
