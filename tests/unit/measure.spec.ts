/** `npm run measure`: what it understands, what it refuses, and its arithmetic. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  growthPercent,
  kilobyteCells,
  kilobytes,
  median,
  rounded,
  sumBy,
  worst,
} from '../../scripts/measure/figures';
import { codeBytes, heldRows } from '../../scripts/measure/heap';
import { clickCells } from '../../scripts/measure/interaction';
import { lighthouseCells, ownRequests, transferCells } from '../../scripts/measure/lighthouse';
import { arrivalCells } from '../../scripts/measure/navigation';
import { parseOptions } from '../../scripts/measure/options';
import { costOf, parseStatus, treeKilobytes } from '../../scripts/measure/processMemory';
import { copySite } from '../../scripts/measure/siteCopy';

test.describe('the command line', () => {
  test('without arguments everything is measured on the home page', () => {
    expect(parseOptions([])).toEqual({
      only: ['build', 'start', 'lighthouse', 'interaction', 'navigation', 'heap'],
      runs: 5,
      scales: [1],
      pages: ['/'],
    });
  });

  test('sections, runs, scales and pages can be chosen', () => {
    const args = [
      '--only',
      'heap,lighthouse',
      '--runs',
      '3',
      '--scale',
      '1,10',
      '/',
      '/appendix/faq',
    ];
    expect(parseOptions(args)).toEqual({
      only: ['lighthouse', 'heap'],
      runs: 3,
      scales: [1, 10],
      pages: ['/', '/appendix/faq'],
    });
  });

  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['--only', 'heap,speed'], /^--only 的值 "speed" 无效：只能是 build、start、/],
    [['--only', ''], /^--only 的值 "" 无效/],
    [['--only'], /^--only 没有值/],
    [['--runs', '0'], /^--runs 的值 "0" 无效：需要正整数，例如 --runs 5$/],
    [['--runs', '2.5'], /^--runs 的值 "2\.5" 无效/],
    [['--runs=-1'], /^--runs 的值 "-1" 无效/],
    [['--runs', '-1'], /^--runs 没有值/],
    [['--runs', ''], /^--runs 的值 "" 无效/],
    [['--scale', '1,x'], /^--scale 的值 "1,x" 无效：需要正整数，例如 --scale 1,10$/],
    [['--no-build-times'], /^不认识的参数 --no-build-times，只能是 --only、--runs、--scale/],
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
    expect(growthPercent(200, 210)).toBeCloseTo(5);
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

  test('memory: every look, and the growth since the one before, compiled code apart', () => {
    const held = (navigations: number, heap: number, code: number, listeners: number) => ({
      navigations,
      heap: heap * 1024 ** 2,
      code: code * 1024 ** 2,
      nodes: 1000,
      listeners,
    });
    const row = (first: number | string, ...rest: readonly number[]) =>
      Object.fromEntries(
        ['换页次数', 'JS 堆 MB', '编译出的代码 MB', '其余 MB', 'DOM 节点', '监听器'].map(
          (name, column) => [name, [first, ...rest][column]],
        ),
      );
    expect(heldRows([held(26, 10, 2, 50), held(208, 11, 3, 25), held(403, 11, 3, 25)])).toEqual([
      row(26, 10, 2, 8, 1000, 50),
      row(208, 11, 3, 8, 1000, 25),
      row('增长 %', 10, 50, 0, 0, -50),
      row(403, 11, 3, 8, 1000, 25),
      row('增长 %', 0, 0, 0, 0, 0),
    ]);
  });

  test('compiled code is what a heap snapshot calls so', () => {
    const meta = {
      node_fields: ['name', 'type', 'self_size'],
      node_types: ['string', ['hidden', 'object', 'code'], 'number'],
    };
    expect(codeBytes({ snapshot: { meta }, nodes: [7, 2, 100, 2, 1, 40, 9, 2, 3] })).toBe(103);
  });
});

test.describe('the cost of a command', () => {
  test('a process’s memory is read from its status; one that has just ended has none', () => {
    const status =
      'Name:\tnode\nPid:\t42\nPPid:\t7\nTracerPid:\t0\nVmHWM:\t 900 kB\nVmRSS:\t  800 kB\n';
    expect(parseStatus(status)).toEqual({ id: 42, parent: 7, kilobytes: 800 });
    expect(parseStatus('Name:\tnode\nPid:\t42\nPPid:\t7\n')).toBeUndefined();
  });

  test('a tree is its root and all below it, in whatever order they are listed', () => {
    const processes = [
      { id: 4, parent: 3, kilobytes: 1 },
      { id: 3, parent: 2, kilobytes: 10 },
      { id: 2, parent: 1, kilobytes: 100 },
      { id: 5, parent: 1, kilobytes: 1000 },
    ];
    expect(treeKilobytes(processes, 2)).toBe(111);
    expect(treeKilobytes(processes, 6)).toBe(0);
  });

  test('the memory of a child of the command counts', async () => {
    test.skip(!existsSync('/proc/self/status'), 'only Linux lists processes in /proc');
    const hold = (megabytes: number, then: string): string =>
      `const held = Buffer.alloc(${megabytes} * 1024 ** 2, 1); ${then}`;
    const child = hold(300, 'setTimeout(() => held.length, 500)');
    const parent = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}])`;
    const { seconds, megabytes } = await costOf(process.execPath, ['-e', parent], '.');
    expect(megabytes).toBeGreaterThan(300);
    expect(seconds).toBeGreaterThan(0.5);
  });

  test('a command that fails says so with its own error', async () => {
    const failing = (...lines: readonly string[]) =>
      costOf(
        process.execPath,
        ['-e', `console.log(${JSON.stringify(lines.join('\n'))}); process.exit(3)`],
        '.',
      );
    await expect(failing('[ERROR] no such page', 'later')).rejects.toThrow(
      /没有成功：\[ERROR\] no such page$/,
    );
    // Docusaurus wraps what went wrong: the innermost error says it.
    await expect(
      failing('[ERROR] not built', '  [cause]: Error: outer', '    [cause]: Error: inner', '  }'),
    ).rejects.toThrow(/没有成功：\[cause\]: Error: inner$/);
  });
});

test.describe('a copy of the site', () => {
  let repository: string;

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }

  test.beforeEach(() => {
    repository = mkdtempSync(join(tmpdir(), 'measure-repository-'));
    const files = [
      'docusaurus.config.ts',
      'sidebars.ts',
      'sidebarsAppendix.ts',
      'package.json',
      'tsconfig.json',
    ];
    for (const file of files) write(file, '{}');
    for (const folder of ['src/css', 'scripts', 'static', 'i18n', 'appendix']) {
      write(`${folder}/file`, '');
    }
    write('src/config/chapters.ts', readFileSync('src/config/chapters.ts', 'utf8'));
    write('src/config/chapterNumber.ts', readFileSync('src/config/chapterNumber.ts', 'utf8'));
    write('docs/intro.mdx', '---\ntitle: 首页\n---\n');
    write('docs/chapters/chapter00-preface.mdx', '---\ntitle: 第 0 章 前言\n---\n\n## 怎么读\n');
    write('examples/chapter00-preface/Main.java', 'class Main {}');
    write('node_modules/react/index.js', '');
    write('node_modules/.cache/rspack/pack', '');
  });

  test.afterEach(() => rmSync(repository, { recursive: true, force: true }));

  test('has every chapter so many times, with its example, its own title and a place in the list', () => {
    const { folder, remove } = copySite(repository, 3);
    try {
      const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
      expect(read('docs/chapters/chapter00-preface.mdx')).toMatch(/^title: copy1of0$/m);
      expect(read('docs/chapters/chapter00-preface-copy3.mdx')).toBe(
        '---\ntitle: copy3of0\n---\n\n## 怎么读\n',
      );
      expect(existsSync(join(folder, 'docs/chapters/chapter00-preface-copy4.mdx'))).toBe(false);
      expect(read('examples/chapter00-preface-copy2/Main.java')).toBe('class Main {}');
      const list = spawnSync(
        process.execPath,
        [
          require.resolve('tsx/cli'),
          '-e',
          `import { chapters, parts } from '${folder}/src/config/chapters';
           console.log(JSON.stringify([parts.length, chapters.map(({ id }) => id)]));`,
        ],
        { encoding: 'utf8' },
      );
      const [partCount, ids] = JSON.parse(list.stdout) as [number, string[]];
      expect(partCount).toBe(21);
      expect(ids).toHaveLength(99);
      expect(ids).toEqual(expect.arrayContaining(['chapter00-preface', 'chapter00-preface-copy3']));
    } finally {
      remove();
    }
    expect(existsSync(folder)).toBe(false);
  });

  test('shares packages but not their cache, and removing it leaves the repository alone', () => {
    const { folder, remove } = copySite(repository, 1);
    expect(lstatSync(join(folder, 'node_modules/react')).isSymbolicLink()).toBe(true);
    expect(existsSync(join(folder, 'node_modules/.cache'))).toBe(false);
    remove();
    expect(existsSync(join(repository, 'node_modules/react/index.js'))).toBe(true);
    expect(existsSync(join(repository, 'examples/chapter00-preface/Main.java'))).toBe(true);
  });

  test('a page without a title stops it and leaves nothing behind', () => {
    write('docs/chapters/chapter00-preface.mdx', 'no front matter');
    const parent = join(repository, 'temporary');
    mkdirSync(parent);
    expect(() => copySite(repository, 2, parent)).toThrow(
      /^docs\/chapters\/chapter00-preface\.mdx 的 front matter 里没有 title/,
    );
    expect(readdirSync(parent)).toEqual([]);
  });
});
