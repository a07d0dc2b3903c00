import { expect, test } from '@playwright/test';
import { adScriptAddress, createAdScript, type AdQueue } from '../../src/ads/scriptLoader';
import { adsTxt } from '../../src/build/plugins/ads';

/** A page that holds the queue and the tags; `arrive` is what the ad script does on evaluation. */
function fakePage() {
  const waiting: object[] = [];
  const page = {
    tags: [] as string[],
    queue: waiting as AdQueue,
    waiting,
    read: [] as object[],
    nowMs: 0,
    failScript: (): void => {},
    arrive(): void {
      page.read.push(...waiting.splice(0));
      page.queue = { push: (entry) => page.read.push(entry) };
    },
    errors: 0,
  };
  const script = createAdScript(
    'ca-pub-1234567890123456',
    {
      addScript(url, onError) {
        page.tags.push(url);
        page.failScript = onError;
      },
      queue: () => page.queue,
      now: () => page.nowMs,
    },
    () => (page.errors += 1),
  );
  return { page, script };
}

test('nothing is loaded before the first request, and one tag serves all', () => {
  const { page, script } = fakePage();
  expect(page.tags).toEqual([]);
  script.request({});
  page.arrive();
  script.request({});
  expect(page.tags).toEqual([
    'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1234567890123456',
  ]);
  expect(page.read).toHaveLength(2);
});

test('the client id is URL-encoded', () => {
  expect(adScriptAddress('"><script>&x=1')).toMatch(/\?client=%22%3E%3Cscript%3E%26x%3D1$/);
});

test('a failed script is reported and not loaded again', () => {
  const { page, script } = fakePage();
  script.request({});
  page.failScript();
  script.request({});
  expect(page.errors).toBe(1);
  expect(page.tags).toHaveLength(1);
});

test('a request withdrawn before the script arrives leaves no push behind', () => {
  const { page, script } = fakePage();
  const first = script.request({});
  script.request({});
  first.withdraw();
  expect(page.waiting).toHaveLength(1);
  page.arrive();
  expect(page.read).toHaveLength(1);
});

test('withdrawing twice, or after the script has read the request, takes nobody else with it', () => {
  const { page, script } = fakePage();
  const first = script.request({});
  first.withdraw();
  const second = script.request({});
  first.withdraw();
  expect(page.waiting).toHaveLength(1);
  page.arrive();
  second.withdraw();
  expect(page.read).toHaveLength(1);
});

test('a double mount before the script arrives leaves one effective push', () => {
  const { page, script } = fakePage();
  const ins = {};
  script.request(ins).withdraw();
  page.nowMs = 10;
  expect(script.request(ins).pushedAtMs).toBe(10);
  page.arrive();
  expect(page.read).toHaveLength(1);
});

test('a double mount after the script arrived pushes once and keeps the first deadline', () => {
  const { page, script } = fakePage();
  script.request({});
  page.arrive();
  const ins = {};
  script.request(ins).withdraw();
  page.nowMs = 10;
  expect(script.request(ins).pushedAtMs).toBe(0);
  expect(page.read).toHaveLength(2);
});

test('an error of push reaches the slot that asked', () => {
  const { page, script } = fakePage();
  page.queue = {
    push() {
      throw new Error('no slot size');
    },
  };
  expect(() => script.request({})).toThrow('no slot size');
});

test('ads.txt names the publisher without the tag prefix', () => {
  expect(adsTxt('ca-pub-1234567890123456')).toBe(
    'google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0\n',
  );
});
