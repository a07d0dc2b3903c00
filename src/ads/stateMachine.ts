/** What may happen to one ad slot, as a pure function: no React, no DOM, no clock of its own. */
import { adTiming } from './config';

/**
 * Where a slot stands. `placeholder` and `loading` are under way; the others are final.
 * `unfill-optimized` is AdSense's word for an empty unit that keeps its box.
 */
export type AdStatus =
  'placeholder' | 'loading' | 'filled' | 'unfill-optimized' | 'unfilled' | 'failed' | 'dismissed';

/** What a slot is told. */
export type AdEvent =
  /** The slot scrolled into view. */
  | { readonly type: 'visible' }
  /** `adStatus` as the `<ins>` shows it now, `elapsedMs` since its push. */
  | { readonly type: 'poll'; readonly adStatus: string | undefined; readonly elapsedMs: number }
  /** The script, the push or the `<ins>` itself cannot work. */
  | { readonly type: 'error' }
  /** The reader closed the slot. */
  | { readonly type: 'dismiss' };

function afterPoll(adStatus: string | undefined, elapsedMs: number): AdStatus {
  // The status wins over the deadline: a hidden tab's timers run late, and what was filled meanwhile stays.
  if (adStatus === 'filled' || adStatus === 'unfilled' || adStatus === 'unfill-optimized') {
    return adStatus;
  }
  return elapsedMs >= adTiming.fillTimeoutMs ? 'failed' : 'loading';
}

/** The status after an event; an event that does not apply to the status changes nothing. */
export function nextStatus(status: AdStatus, event: AdEvent): AdStatus {
  const pending = status === 'placeholder' || status === 'loading';
  switch (event.type) {
    case 'visible':
      return status === 'placeholder' ? 'loading' : status;
    case 'poll':
      return status === 'loading' ? afterPoll(event.adStatus, event.elapsedMs) : status;
    case 'error':
      return pending ? 'failed' : status;
    case 'dismiss':
      return isRemoved(status) ? status : 'dismissed';
  }
}

/** Whether the slot's container leaves the page. */
export function isRemoved(status: AdStatus): boolean {
  return status === 'unfilled' || status === 'failed' || status === 'dismissed';
}

/** Milliseconds until the next poll: the interval, or less when the deadline comes first. */
export function pollDelayMs(elapsedMs: number): number {
  return Math.max(0, Math.min(adTiming.pollIntervalMs, adTiming.fillTimeoutMs - elapsedMs));
}
