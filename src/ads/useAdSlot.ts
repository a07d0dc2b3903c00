import { useEffect, useLayoutEffect, useReducer, useRef, type RefObject } from 'react';
import { adTiming, type AdSlotName } from './config';
import { whenIdle } from '../lib/idle';
import { whenVisible } from '../lib/visible';
import { browserHost, canShow, type Cleanup } from './browser';
import { isRemoved, nextStatus, pollDelayMs, type AdStatus } from './stateMachine';
import type { Ads } from './AdsProvider';
import type { AdScript } from './scriptLoader';

/** One slot's state and the elements the hook watches. */
export interface AdSlotState {
  readonly status: AdStatus;
  readonly container: RefObject<HTMLElement | null>;
  /** The `<ins>`; the view renders it from `loading` on. */
  readonly ins: RefObject<HTMLModElement | null>;
}

/**
 * Requests an ad and polls its status until it is final.
 *
 * @param onPoll receives each reading and answers with the status it leads to
 * @throws whatever the script's `push` throws
 */
function requestAndPoll(
  script: AdScript,
  ins: HTMLElement,
  onPoll: (adStatus: string | undefined, elapsedMs: number) => AdStatus,
): Cleanup {
  const request = script.request(ins);
  const elapsedMs = (): number => browserHost.now() - request.pushedAtMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = (): void => {
    if (onPoll(ins.dataset.adStatus, elapsedMs()) === 'loading') {
      timer = setTimeout(poll, pollDelayMs(elapsedMs()));
    }
  };
  poll();
  return () => {
    clearTimeout(timer);
    request.withdraw();
  };
}

/** Drives one slot from its placeholder to its end; everything it starts ends with the component. */
export function useAdSlot(slot: AdSlotName, ads: Ads, dismissed: boolean): AdSlotState {
  const container = useRef<HTMLElement>(null);
  const ins = useRef<HTMLModElement>(null);
  const { script, scriptFailed } = ads;
  const [status, dispatch] = useReducer(nextStatus, undefined, (): AdStatus => {
    if (dismissed) return 'dismissed';
    return scriptFailed ? 'failed' : 'placeholder';
  });

  useEffect(() => {
    if (dismissed) dispatch({ type: 'dismiss' });
  }, [dismissed]);

  useEffect(() => {
    if (scriptFailed) dispatch({ type: 'error' });
  }, [scriptFailed]);

  useEffect(() => {
    if (status !== 'placeholder') return;
    let stop: Cleanup = whenIdle(() => {
      if (!container.current) return;
      stop = whenVisible([container.current], () => dispatch({ type: 'visible' }), adTiming);
    }, adTiming.idleTimeoutMs);
    return () => stop();
  }, [status]);

  // Before paint: an `<ins>` that cannot show is never seen, and none stands in the page without its push.
  useLayoutEffect(() => {
    const element = ins.current;
    if (status !== 'loading' || !element) return;
    try {
      if (canShow(element)) {
        return requestAndPoll(script, element, (adStatus, elapsedMs) => {
          const event = { type: 'poll', adStatus, elapsedMs } as const;
          dispatch(event);
          return nextStatus('loading', event);
        });
      }
    } catch {
      // The script's own push threw: this slot ends like one that cannot show.
    }
    // Until React removes it, the next slot's request must not take this <ins> for its own.
    element.classList.remove('adsbygoogle');
    dispatch({ type: 'error' });
  }, [status, script]);

  useEffect(() => {
    if (isRemoved(status)) console.log(`[ads] ${slot}: ${status}`);
  }, [slot, status]);

  return { status, container, ins };
}
