/** Runs what can wait, when the browser has nothing better to do. */

/** Calls off what has not happened yet. */
export type Cancel = () => void;

/** Where the browser cannot tell when it is idle, things wait this long, in ms. */
const fallbackMs = 100;

/**
 * Runs something when the browser has nothing better to do; soon where it cannot tell.
 *
 * @param timeoutMs after this long it runs all the same; without it, it waits as long as it takes
 */
export function whenIdle(run: () => void, timeoutMs?: number): Cancel {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(() => run(), timeoutMs ? { timeout: timeoutMs } : undefined);
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(run, fallbackMs);
  return () => clearTimeout(id);
}

const waiting = new Map<string, () => void>();

function runFirst(): void {
  const [first] = waiting;
  if (!first) return;
  const [name, run] = first;
  waiting.delete(name);
  if (waiting.size > 0) whenIdle(runFirst);
  run();
}

/**
 * Runs things one by one, each when the browser has nothing better to do: together they could keep it busy.
 *
 * @param name what is still waiting under the same name need not wait twice
 */
export function whenIdleInTurn(name: string, run: () => void): void {
  if (waiting.has(name)) return;
  waiting.set(name, run);
  if (waiting.size === 1) whenIdle(runFirst);
}
