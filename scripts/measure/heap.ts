/** What stays in memory when a reader goes through the book again and again. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { growthPercent, rounded, type Row } from './figures';
import { nextLink } from './navigation';
import { hydrated, openTab, type Tab } from './tab';

/**
 * Changes of page before each look. Code that the browser compiles as it grows hot fills the heap, too, and is
 * counted apart; what is never let go of grows as much from the second look to the third.
 */
const stops = [20, 200, 400, 600, 800, 1000];

/** What a tab holds after a collection. */
export interface Held {
  /** Changes of page so far. */
  readonly navigations: number;
  /** JavaScript heap in use, in bytes. */
  readonly heap: number;
  /** The part of it that is compiled code and what belongs to it, in bytes. */
  readonly code: number;
  /** Nodes of the DOM, those that only scripts still hold included. */
  readonly nodes: number;
  /** Event listeners. */
  readonly listeners: number;
}

/**
 * Follows the link to the next page, after the last one the link home, until so many pages were changed and the first
 * one is there again: looks compare like with like. All of it in one call: what a call leaves in the page, and what
 * the browser compiles for hundreds of them, would count as the book's.
 *
 * @returns changes of page, those done before included
 */
function goRound(page: Page, home: string, done: number, least: number): Promise<number> {
  return page.evaluate(
    async ({ home, done, least, selector }) => {
      const heading = (): string | null | undefined => document.querySelector('h1')?.textContent;
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      let navigations = done;
      while (navigations < least || location.href !== home) {
        const before = heading();
        const link = document.querySelector<HTMLElement>(selector);
        (link ?? document.querySelector<HTMLElement>('.navbar__brand'))?.click();
        // The address changes at once, the page when its code is there: the heading tells.
        do await frame();
        while (!heading() || heading() === before);
        navigations += 1;
      }
      return navigations;
    },
    { home, done, least, selector: nextLink },
  );
}

/** The part of V8's heap snapshots that is read here; each node is as many numbers as it has fields. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      /** Of the field that holds the type, the names that its numbers stand for. */
      readonly node_types: readonly (string | readonly string[])[];
    };
  };
  readonly nodes: readonly number[];
}

/** Bytes of compiled code in a heap snapshot. */
export function codeBytes({ snapshot, nodes }: Snapshot): number {
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const type = fields.indexOf('type');
  const code = types[type]?.indexOf('code');
  const size = fields.indexOf('self_size');
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length) {
    if (nodes[node + type] === code) bytes += nodes[node + size] ?? 0;
  }
  return bytes;
}

async function takeSnapshot(session: Tab['session']): Promise<Snapshot> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }): void => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', keep);
  return JSON.parse(chunks.join('')) as Snapshot;
}

/** Between two counts that have to agree before a look, in ms: longer than the page takes to ready the next one. */
const restMs = 500;

/** Drops what only a watcher keeps, collects, and counts nodes and listeners. */
async function collect(session: Tab['session']): Promise<Pick<Held, 'nodes' | 'listeners'>> {
  // Messages are kept for whoever watches from outside, each with its text.
  await session.send('Runtime.discardConsoleEntries');
  // What finalizers let go of in one collection is freed in the next.
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { nodes, listeners: jsEventListeners };
}

/** Looks once the page rests: after its heading is there it goes on filling itself, and readies the next one. */
async function look({ session }: Tab, navigations: number): Promise<Held> {
  let counted = await collect(session);
  for (;;) {
    await delay(restMs);
    const before = counted;
    counted = await collect(session);
    if (counted.nodes === before.nodes && counted.listeners === before.listeners) break;
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const code = codeBytes(await takeSnapshot(session));
  return { navigations, heap: usedSize, code, ...counted };
}

/** The looks and what grew from each to the next, as lines of a table. */
export function heldRows(looks: readonly Held[]): Row[] {
  const megabytes = (bytes: number) => rounded(bytes / 1024 ** 2, 2);
  const rest = ({ heap, code }: Held): number => heap - code;
  const line = (held: Held): Row => ({
    换页次数: held.navigations,
    'JS 堆 MB': megabytes(held.heap),
    '编译出的代码 MB': megabytes(held.code),
    '其余 MB': megabytes(rest(held)),
    'DOM 节点': held.nodes,
    监听器: held.listeners,
  });
  const growth = (before: Held, after: Held): Row => {
    const percent = (what: 'heap' | 'code' | 'nodes' | 'listeners') =>
      rounded(growthPercent(before[what], after[what]), 1);
    return {
      换页次数: '增长 %',
      'JS 堆 MB': percent('heap'),
      '编译出的代码 MB': percent('code'),
      '其余 MB': rounded(growthPercent(rest(before), rest(after)), 1),
      'DOM 节点': percent('nodes'),
      监听器: percent('listeners'),
    };
  };
  return looks.flatMap((look, index) => {
    const before = looks[index - 1];
    return before ? [line(look), growth(before, look)] : [line(look)];
  });
}

/** Reads the book from its first page to its last, over and over, without slowing anything down. */
export async function measureHeap(browser: Browser, home: string): Promise<Row[]> {
  const tab = await openTab(browser, 'desktop');
  try {
    await tab.page.goto(home);
    await hydrated(tab.page);
    await tab.session.send('HeapProfiler.enable');
    const looks: Held[] = [];
    for (const stop of stops) {
      const navigations = await goRound(tab.page, home, looks.at(-1)?.navigations ?? 0, stop);
      looks.push(await look(tab, navigations));
    }
    return heldRows(looks);
  } finally {
    await tab.close();
  }
}
