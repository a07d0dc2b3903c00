/** Runs queries against the index: opens it, answers, fetches the texts that are shown, and retries. */
import { useCallback, useEffect, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Answer, SearchEngine } from '../core/engine';
import { closeEngine, openEngine } from './session';

/** Most sections shown for a query. */
const limit = 12;

/** How long a first answer from headings waits for the full one, in ms. */
const previewDelayMs = 30;

/** How long no key is pressed until the texts that excerpts are cut from are fetched, in ms. */
const pauseMs = 200;

/** Up to this size the whole index is fetched once the reader searches, in bytes. */
const eagerBytes = 1_200_000;

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

/** Fetches the rest of the index ahead of the next query; a failure shows when the file is needed. */
async function loadRest(engine: SearchEngine): Promise<void> {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (engine.missingBytes > eagerBytes || connection?.saveData) return;
  await engine.loadAll().catch(() => undefined);
}

/** Searches for a query; an empty one opens the index only. */
export function useSearch(
  query: string,
  baseUrl: string,
): { readonly search: SearchState; readonly retry: () => void } {
  const [search, setSearch] = useState<SearchState>({ state: 'opening' });
  const [attempt, nextAttempt] = useReducer((n: number) => n + 1, 0);
  const [, textsArrived] = useReducer((n: number) => n + 1, 0);

  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const text = query.trim();

    async function run(): Promise<void> {
      const engine = await openEngine(baseUrl);
      if (!current) return;
      const show = (answer: Answer, preliminary: boolean): void =>
        setSearch({ state: 'ready', engine, result: { ...answer, query: text, preliminary } });
      if (!text) {
        setSearch({ state: 'ready', engine });
        await loadRest(engine);
        return;
      }
      if (engine.missingBytes > 0) {
        timer = setTimeout(() => {
          const answer = engine.preview(text, limit);
          if (current && answer.found.length > 0) show(answer, true);
        }, previewDelayMs);
      }
      const answer = await engine.search(text, limit);
      clearTimeout(timer);
      if (!current) return;
      // At once: left to React's queue, the answer would wait for the box to be painted without it.
      flushSync(() => show(answer, false));
      // Fetching and unpacking texts would delay the answer to the next key.
      await new Promise((resume) => {
        timer = setTimeout(resume, pauseMs);
      });
      // Offline, the sections found stand there without their sentences.
      await Promise.allSettled(answer.found.map(({ page }) => engine.pageTexts(page)));
      if (!current) return;
      textsArrived();
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
    setSearch({ state: 'opening' });
    nextAttempt();
  }, []);

  return { search, retry };
}
