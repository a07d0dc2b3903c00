/** Lighthouse on its simulated mid-range phone: slow 4G, CPU four times slower. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kilobyteCells, median, rounded, sumBy, type Row } from './figures';

/** One request of a page as Lighthouse lists it. */
export interface NetworkRequest {
  readonly url: string;
  readonly resourceType?: string;
  /** Bytes on the wire, headers included. */
  readonly transferSize?: number;
  readonly priority?: string;
}

/** The part of a Lighthouse report that is read here. */
export interface Report {
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly audits: Readonly<Record<string, { readonly numericValue?: number; details?: unknown }>>;
  /** How fast Lighthouse found the machine: figures of two machines compare only if these are alike. */
  readonly environment?: { readonly benchmarkIndex?: number };
}

async function runLighthouse(url: string, chromePath: string, folder: string): Promise<Report> {
  const output = join(folder, 'report.json');
  // Asynchronous, because this very process serves the page meanwhile.
  await promisify(execFile)(
    process.execPath,
    [
      require.resolve('lighthouse/cli/index.js'),
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

/**
 * Runs Lighthouse on one page, one run after the other.
 *
 * @param url the page's full address
 * @throws Error with one line when Lighthouse cannot measure it
 */
export async function lighthouseReports(
  url: string,
  chromePath: string,
  runs: number,
): Promise<Report[]> {
  const folder = mkdtempSync(join(tmpdir(), 'measure-lighthouse-'));
  try {
    const reports: Report[] = [];
    while (reports.length < runs) reports.push(await runLighthouse(url, chromePath, folder));
    return reports;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the page asked for it only for a later one: browsers give nothing else so little priority. */
function isPrefetch({ priority }: NetworkRequest): boolean {
  return priority === 'VeryLow';
}

/** Requests and kilobytes on the wire of one load, by type; what the page only prefetches is apart. */
export function transferCells(requests: readonly NetworkRequest[]): Row {
  const size = ({ transferSize = 0 }: NetworkRequest): number => transferSize;
  const now = requests.filter((request) => !isPrefetch(request));
  const later = requests.filter(isPrefetch);
  const types = sumBy(now, ({ resourceType = 'Other' }) => resourceType.toLowerCase(), size);
  return {
    requests: now.length,
    ...kilobyteCells({ all: now.reduce((sum, request) => sum + size(request), 0), ...types }),
    'prefetch requests': later.length,
    ...kilobyteCells({ prefetch: later.reduce((sum, request) => sum + size(request), 0) }),
  };
}

/** Requests of the load that a report is of, those to other hosts left out. */
export function ownRequests({ audits }: Report): NetworkRequest[] {
  const details = audits['network-requests']?.details as { items: NetworkRequest[] } | undefined;
  return (details?.items ?? []).filter(({ url }) => url.startsWith('http://localhost'));
}

/** The medians of a page's reports. */
export function lighthouseCells(reports: readonly Report[]): Row {
  const value = (audit: string): number =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? NaN));
  return {
    performance: rounded(
      median(reports.map(({ categories }) => (categories.performance.score ?? NaN) * 100)),
    ),
    'FCP s': rounded(value('first-contentful-paint') / 1000, 2),
    'LCP s': rounded(value('largest-contentful-paint') / 1000, 2),
    'TBT ms': rounded(value('total-blocking-time')),
    CLS: rounded(value('cumulative-layout-shift'), 3),
    benchmarkIndex: rounded(
      median(reports.map(({ environment }) => environment?.benchmarkIndex ?? NaN)),
    ),
  };
}
