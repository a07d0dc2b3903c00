/**
 * Measures the built site and prints the figures, without judging them:
 * Lighthouse on a simulated mid-range phone, bytes by type, build times cold and warm, and what a reader feels.
 *
 * Usage: `npm run measure -- [--runs 5] [--no-build-times] [--no-reader] [/path …]`
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ensureBrowser } from './browser';
import { measureReader } from './measureReader';
import { run } from './run';
import { endWith, serve } from './serve';
import { readEnvironment } from '../src/config/environment';

/** The part of a Lighthouse report that is read here. */
interface Report {
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly audits: Readonly<Record<string, { readonly numericValue?: number; details?: unknown }>>;
}

/** One request of a page as Lighthouse lists it. */
interface NetworkRequest {
  readonly url: string;
  readonly resourceType?: string;
  readonly transferSize?: number;
  readonly priority?: string;
}

type Row = Readonly<Record<string, string | number>>;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

async function runLighthouse(url: string, chromePath: string, folder: string): Promise<Report> {
  const output = join(folder, 'report.json');
  // Asynchronous, because this very process serves the page meanwhile.
  await promisify(execFile)(
    'npx',
    [
      '--no-install',
      'lighthouse',
      url,
      '--quiet',
      '--only-categories=performance',
      '--output=json',
      `--output-path=${output}`,
      `--chrome-flags=${['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'].join(' ')}`,
      // The ad network is not the site: its answers would differ from run to run.
      '--blocked-url-patterns=*googlesyndication*',
    ],
    { env: { ...process.env, CHROME_PATH: chromePath } },
  ).catch((error: { stderr?: string }) => {
    throw new Error(`Lighthouse 测量 ${url} 失败：${error.stderr?.trim().split('\n').at(-1)}`);
  });
  return JSON.parse(readFileSync(output, 'utf8')) as Report;
}

const kilobytes = (bytes: number): number => Math.round(bytes / 102.4) / 10;

/** Kilobytes on the wire by type; what the page only prefetches is counted apart. */
function bytesByType(report: Report): Row {
  const details = report.audits['network-requests']?.details as { items: NetworkRequest[] };
  const own = details.items.filter(({ url }) => url.startsWith('http://localhost'));
  const sums: Record<string, number> = { requests: own.length };
  for (const { resourceType = 'Other', transferSize = 0, priority } of own) {
    const type = priority === 'VeryLow' ? 'prefetch' : resourceType.toLowerCase();
    sums[type] = (sums[type] ?? 0) + transferSize;
  }
  return Object.fromEntries(
    Object.entries(sums).map(([type, sum]) =>
      type === 'requests' ? [type, sum] : [`${type} KB`, kilobytes(sum)],
    ),
  );
}

function summarise(page: string, reports: readonly Report[]): Row {
  const value = (audit: string): number =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? NaN));
  return {
    page,
    runs: reports.length,
    performance: Math.round(
      median(reports.map(({ categories }) => (categories.performance.score ?? NaN) * 100)),
    ),
    'FCP s': Math.round(value('first-contentful-paint') / 10) / 100,
    'LCP s': Math.round(value('largest-contentful-paint') / 10) / 100,
    'TBT ms': Math.round(value('total-blocking-time')),
    CLS: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
  };
}

/** Seconds that one production build takes. */
function timeBuild(): number {
  const begin = performance.now();
  run('npm', ['run', '--silent', 'build']);
  return Math.round((performance.now() - begin) / 100) / 10;
}

/** Bytes of the built site's files by extension, uncompressed. */
function builtBytes(): Row {
  const sums: Record<string, number> = {};
  for (const entry of readdirSync('build', { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const extension = entry.name.split('.').at(-1) ?? '';
    const { length } = readFileSync(join(entry.parentPath, entry.name));
    sums[extension] = (sums[extension] ?? 0) + length;
  }
  return Object.fromEntries(
    Object.entries(sums).map(([type, sum]) => [`${type} KB`, kilobytes(sum)]),
  );
}

function print(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  console.table(rows);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      runs: { type: 'string', default: '5' },
      'no-build-times': { type: 'boolean' },
      'no-reader': { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) {
    throw new Error(`--runs 的值 ${JSON.stringify(values.runs)} 无效：需要正整数，例如 --runs 5`);
  }
  const chromePath = ensureBrowser('measurements');
  if (!values['no-build-times']) {
    run('npm', ['run', '--silent', 'clear']);
    const cold = timeBuild();
    print('构建时间（秒）', [{ 冷: cold, 热: timeBuild() }]);
  }
  print('构建产物（未压缩）', [builtBytes()]);
  const { baseUrl } = readEnvironment();
  const { address, close } = await serve({
    folder: 'build',
    baseUrl,
    port: 4300,
    furtherPorts: 50,
  });
  const folder = mkdtempSync(join(tmpdir(), 'measure-'));
  try {
    const pages = positionals.length ? positionals : ['/'];
    const measured: { page: string; reports: Report[] }[] = [];
    for (const page of pages) {
      const reports: Report[] = [];
      while (reports.length < runs) {
        reports.push(await runLighthouse(address + page.replace(/^\//, ''), chromePath, folder));
      }
      measured.push({ page, reports });
    }
    print(
      `Lighthouse 手机（${runs} 次的中位数）`,
      measured.map(({ page, reports }) => summarise(page, reports)),
    );
    print(
      '传输量（压缩后，不含广告）',
      measured.map(({ page, reports }) => ({
        page,
        ...(reports[0] && bytesByType(reports[0])),
      })),
    );
    if (!values['no-reader']) {
      const paths = [...pages, '/chapters/chapter03-first-app', '/appendix/faq'];
      const figures = await measureReader({
        address,
        paths: [...new Set(paths)].map((path) => path.replace(/^\//, '')),
        browser: chromePath,
      });
      print('读者的感受（CPU 慢 4 倍，慢速 4G）', [
        {
          '首屏后 1 s 点击 ms': Math.round(figures.clickMs),
          '翻页（已预取）ms': Math.round(figures.prefetchedMs),
          '翻页（未预取）ms': Math.round(figures.notPrefetchedMs),
          '堆（开始）KB': figures.heapBeforeKb,
          '堆（翻 200 页后）KB': figures.heapAfterKb,
        },
      ]);
    }
  } finally {
    close();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch(endWith);
