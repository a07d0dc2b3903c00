import { expect, test } from '@playwright/test';
import {
  isRemoved,
  nextStatus,
  pollDelayMs,
  type AdEvent,
  type AdStatus,
} from '../../src/ads/stateMachine';

const poll = (adStatus: string | undefined, elapsedMs: number): AdEvent => ({
  type: 'poll',
  adStatus,
  elapsedMs,
});
const every: readonly AdStatus[] = [
  'placeholder',
  'loading',
  'filled',
  'unfill-optimized',
  'unfilled',
  'failed',
  'dismissed',
];

test('only a placeholder begins to load when it becomes visible', () => {
  for (const status of every) {
    expect(nextStatus(status, { type: 'visible' })).toBe(
      status === 'placeholder' ? 'loading' : status,
    );
  }
});

for (const adStatus of ['filled', 'unfilled', 'unfill-optimized'] as const) {
  test(`${adStatus} is taken while loading, even by a late reading, and is then final`, () => {
    expect(nextStatus('loading', poll(adStatus, 0))).toBe(adStatus);
    expect(nextStatus('loading', poll(adStatus, 60_000))).toBe(adStatus);
    expect(nextStatus(adStatus, poll(undefined, 5000))).toBe(adStatus);
    expect(nextStatus(adStatus, { type: 'error' })).toBe(adStatus);
    expect(nextStatus(adStatus, { type: 'visible' })).toBe(adStatus);
  });
}

test('the deadline is 5000 ms from the push', () => {
  expect(nextStatus('loading', poll(undefined, 4999))).toBe('loading');
  expect(nextStatus('loading', poll(undefined, 5000))).toBe('failed');
});

test('an unknown or empty status is no answer', () => {
  for (const adStatus of ['', 'done', 'FILLED']) {
    expect(nextStatus('loading', poll(adStatus, 100))).toBe('loading');
    expect(nextStatus('loading', poll(adStatus, 5000))).toBe('failed');
  }
});

test('a status that arrives after the end changes nothing', () => {
  for (const status of ['failed', 'unfilled', 'dismissed'] as const) {
    expect(nextStatus(status, poll('filled', 5100))).toBe(status);
    expect(nextStatus(status, { type: 'visible' })).toBe(status);
    expect(nextStatus(status, { type: 'error' })).toBe(status);
  }
});

test('an error fails what is under way and nothing else', () => {
  for (const status of every) {
    const pending = status === 'placeholder' || status === 'loading';
    expect(nextStatus(status, { type: 'error' })).toBe(pending ? 'failed' : status);
  }
});

test('the reader may close whatever stands', () => {
  for (const status of every) {
    const gone = status === 'unfilled' || status === 'failed';
    expect(nextStatus(status, { type: 'dismiss' })).toBe(gone ? status : 'dismissed');
  }
});

test('the container leaves for unfilled, failed and dismissed only', () => {
  expect(every.filter(isRemoved)).toEqual(['unfilled', 'failed', 'dismissed']);
});

test('polls come every 100 ms and the last one on the deadline', () => {
  expect(pollDelayMs(0)).toBe(100);
  expect(pollDelayMs(4900)).toBe(100);
  expect(pollDelayMs(4960)).toBe(40);
  expect(pollDelayMs(9000)).toBe(0);
});
