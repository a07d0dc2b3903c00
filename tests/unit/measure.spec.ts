/** `npm run measure`: what it understands, what it refuses, and its arithmetic. */
import { expect, test } from '@playwright/test';
import {
  kilobyteCells,
  kilobytes,
  median,
  rounded,
  sumBy,
  worst,
} from '../../scripts/measure/figures';
import { clickCells } from '../../scripts/measure/interaction';
import { lighthouseCells, ownRequests, transferCells } from '../../scripts/measure/lighthouse';
import { arrivalCells } from '../../scripts/measure/navigation';
import { parseOptions } from '../../scripts/measure/options';

test.describe('the command line', () => {
  test('without arguments everything is measured on the home page', () => {
    expect(parseOptions([])).toEqual({
      only: ['build', 'lighthouse', 'interaction', 'navigation'],
      runs: 5,
      pages: ['/'],
    });
  });

  test('sections, runs, scales and pages can be chosen', () => {
    const args = ['--only', 'navigation,lighthouse', '--runs', '3', '/', '/appendix/faq'];
    expect(parseOptions(args)).toEqual({
      only: ['lighthouse', 'navigation'],
      runs: 3,
      pages: ['/', '/appendix/faq'],
    });
  });

  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['--only', 'build,speed'], /^--only 的值 "speed" 无效：只能是 build、lighthouse、/],
    [['--only', ''], /^--only 的值 "" 无效/],
    [['--only'], /^--only 没有值/],
    [['--runs', '0'], /^--runs 的值 "0" 无效：需要正整数，例如 --runs 5$/],
    [['--runs', '2.5'], /^--runs 的值 "2\.5" 无效/],
    [['--runs=-1'], /^--runs 的值 "-1" 无效/],
    [['--runs', '-1'], /^--runs 没有值/],
    [['--runs', ''], /^--runs 的值 "" 无效/],
    [['--no-build-times'], /^不认识的参数 --no-build-times，只能是 --only、--runs 与/],
    [['-r'], /^不认识的参数 -r，/],
    [['chapter03-first-app'], /^页面 "chapter03-first-app" 无效：路径以 \/ 开头/],
  ];
  for (const [args, message] of refused) {
    test(`${JSON.stringify(args)} is refused with one line`, () => {
      expect(() => parseOptions(args)).toThrow(message);
      expect(() => parseOptions(args)).not.toThrow(/\n/);
    });
  }
});

test.describe('the arithmetic', () => {
  test('a median is the middle of the sorted values, numbers not compared as text', () => {
    expect(median([10, 9, 100])).toBe(10);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
    expect(worst([3, 10, 9])).toBe(10);
    expect(worst([])).toBeNaN();
  });

  test('what was not measured shows as nothing, not as a number', () => {
    expect(rounded(1.26, 1)).toBe(1.3);
    expect(rounded(NaN)).toBe('—');
    expect(rounded(-Infinity)).toBe('—');
  });

  test('bytes are added up by name and shown in KB', () => {
    const files = [
      { type: 'js', size: 1024 },
      { type: 'css', size: 512 },
      { type: 'js', size: 1536 },
    ];
    const sums = sumBy(
      files,
      ({ type }) => type,
      ({ size }) => size,
    );
    expect(sums).toEqual({ js: 2560, css: 512 });
    expect(kilobyteCells(sums)).toEqual({ 'js KB': 2.5, 'css KB': 0.5 });
    expect(kilobytes(1)).toBe(0);
  });
});

test.describe('what is made of the figures', () => {
  const report = (score: number | null, lcp: number, items: readonly object[] = []) => ({
    categories: { performance: { score } },
    audits: {
      'largest-contentful-paint': { numericValue: lcp },
      'network-requests': { details: { items } },
    },
    environment: { benchmarkIndex: 1000 },
  });

  test('Lighthouse: medians of the runs, in seconds and points', () => {
    const cells = lighthouseCells([report(0.9, 2310), report(0.99, 1200), report(0.97, 1254)]);
    expect(cells).toMatchObject({ performance: 97, 'LCP s': 1.25, 'TBT ms': '—' });
  });

  test('transfer: prefetches and other hosts are not the page’s own bytes', () => {
    const url = 'http://localhost:4300/a';
    const requests = ownRequests(
      report(1, 1, [
        { url, resourceType: 'Document', transferSize: 2048, priority: 'VeryHigh' },
        { url, resourceType: 'Script', transferSize: 1024, priority: 'Low' },
        { url, resourceType: 'Script', transferSize: 512, priority: 'High' },
        { url, resourceType: 'Other', transferSize: 4096, priority: 'VeryLow' },
        { url: 'https://ads.example/x.js', resourceType: 'Script', transferSize: 9999 },
      ]),
    );
    expect(transferCells(requests)).toEqual({
      requests: 3,
      'all KB': 3.5,
      'document KB': 2,
      'script KB': 1.5,
      'prefetch requests': 1,
      'prefetch KB': 4,
    });
  });

  test('clicks: one that nothing answered counts and has no time, one that missed is only counted', () => {
    const clicks = [
      { hit: true, afterPaint: 1001, duration: 104, answeredAfter: 120 },
      { hit: true, afterPaint: 1003, duration: 8 },
      { hit: false, afterPaint: 9999, duration: 9999, answeredAfter: 9999 },
      { hit: true, afterPaint: 1002, duration: 40, answeredAfter: 60 },
    ];
    expect(clickCells(clicks)).toEqual({
      点中: '3/4',
      '点击于 ms': 1002,
      'INP 中位 ms': 40,
      'INP 最差 ms': 104,
      有反应: '2/3',
      '反应 中位 ms': 90,
      '反应 最差 ms': 120,
    });
    expect(clickCells([])).toMatchObject({ 点中: '—', 'INP 中位 ms': '—', 有反应: '—' });
  });

  test('navigation: no next page, no figures', () => {
    const arrivals = [
      { painted: 80, transferred: 2048 },
      { painted: 120, transferred: 2048 },
    ];
    expect(arrivalCells(arrivals)).toEqual({
      '中位 ms': 100,
      '最差 ms': 120,
      '点击后下载 KB': 2,
    });
    expect(arrivalCells([])).toEqual({ '中位 ms': '—', '最差 ms': '—', '点击后下载 KB': '—' });
  });
});
