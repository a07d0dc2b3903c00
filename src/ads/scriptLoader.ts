/** The ad script's one tag per page lifetime, and the queue of requests it reads. */
import { adScriptUrl } from './config';

/** AdSense's queue: a plain array until the script arrives, then the script's own object. */
export interface AdQueue {
  push(request: object): unknown;
}

/** What the loader needs of the page; the tests pass their own. */
export interface AdHost {
  /** Adds an asynchronous, anonymous script tag. */
  addScript(url: string, onError: () => void): void;
  /** The page's queue, created when missing. */
  queue(): AdQueue;
  /** A monotonic time, in ms. */
  now(): number;
}

/** A request for one `<ins>`. */
interface AdRequest {
  /** When the request was pushed, on the host's clock, in ms. */
  readonly pushedAtMs: number;
  /** Takes the request back as long as the script has not read it. */
  withdraw(): void;
}

/** Requests ads for `<ins>` elements that stand in the page. */
export interface AdScript {
  /**
   * Pushes one request for this `<ins>`, adding the script tag if it is the first.
   * A second call for an `<ins>` whose request the script has read pushes nothing.
   *
   * @throws whatever the script's own `push` throws
   */
  request(ins: object): AdRequest;
}

/** The ad script's address for a publisher id. */
export function adScriptAddress(client: string): string {
  return `${adScriptUrl}?client=${encodeURIComponent(client)}`;
}

/**
 * Creates the page's loader; nothing is requested before the first slot asks.
 *
 * @param onScriptError called at most once, when the script cannot be loaded; it is not tried again
 */
export function createAdScript(client: string, host: AdHost, onScriptError: () => void): AdScript {
  const pushTimes = new WeakMap<object, number>();
  let tagAdded = false;
  return {
    request(ins) {
      if (!tagAdded) {
        tagAdded = true;
        host.addScript(adScriptAddress(client), onScriptError);
      }
      const entry = {};
      const known = pushTimes.get(ins);
      const pushedAtMs = known ?? host.now();
      if (known === undefined) {
        host.queue().push(entry);
        pushTimes.set(ins, pushedAtMs);
      }
      return {
        pushedAtMs,
        withdraw() {
          const queue = host.queue();
          const index = Array.isArray(queue) ? queue.indexOf(entry) : -1;
          if (index < 0) return;
          (queue as unknown as object[]).splice(index, 1);
          pushTimes.delete(ins);
        },
      };
    },
  };
}
