/** Runs a command and watches how long it takes and how much memory it and its children hold. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { atExit } from './atExit';

/** A process as Linux lists it. */
export interface ProcessEntry {
  readonly id: number;
  readonly parent: number;
  /** Resident memory. */
  readonly kilobytes: number;
}

/** Time between two looks at the processes, in ms: what is held for less may be missed. */
const sampleMs = 100;

/** Reads a `/proc/<id>/status`; undefined for one without memory, as a process has that just ended. */
export function parseStatus(text: string): ProcessEntry | undefined {
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
  const entry = { id: field('Pid'), parent: field('PPid'), kilobytes: field('VmRSS') };
  return Object.values(entry).every(Number.isInteger) ? entry : undefined;
}

/** Memory of a process and of everything it started, in KB; pages that they share are counted once each. */
export function treeKilobytes(processes: readonly ProcessEntry[], root: number): number {
  const tree = new Set([root]);
  // A child may be listed before its parent: look again until nothing is added.
  for (let size = 0; size !== tree.size;) {
    size = tree.size;
    for (const { id, parent } of processes) if (tree.has(parent)) tree.add(id);
  }
  return processes.reduce((sum, { id, kilobytes }) => sum + (tree.has(id) ? kilobytes : 0), 0);
}

function listProcesses(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return parseStatus(readFileSync(`/proc/${name}/status`, 'utf8')) ?? [];
    } catch {
      return []; // It ended between the two calls.
    }
  });
}

/** What one run of a command took. */
export interface RunCost {
  readonly seconds: number;
  /** Highest sum of resident memory seen; NaN where the system has no `/proc`. */
  readonly megabytes: number;
}

/**
 * Runs a command in a folder, silently.
 *
 * @throws Error with the command's own innermost error in one line when it fails
 */
export async function costOf(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<RunCost> {
  const begin = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', NO_UPDATE_NOTIFIER: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = atExit(() => child.kill('SIGKILL'));
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  }
  let peak = NaN;
  const timer = setInterval(() => {
    if (child.pid === undefined || !existsSync('/proc/self/status')) return;
    const now = treeKilobytes(listProcesses(), child.pid) / 1024;
    peak = Number.isNaN(peak) ? now : Math.max(peak, now);
  }, sampleMs);
  try {
    const status = await new Promise<number | null>((done, fail) => {
      child.on('error', fail);
      child.on('close', done);
    });
    if (status !== 0) {
      const lines = log.trim().split('\n');
      const said =
        lines.filter((line) => line.includes('[cause]:')).at(-1) ??
        lines.find((line) => line.includes('[ERROR]')) ??
        lines.at(-1);
      throw new Error(`${[command, ...args].join(' ')} 没有成功：${said?.trim()}`);
    }
  } finally {
    clearInterval(timer);
    kill();
  }
  return { seconds: (performance.now() - begin) / 1000, megabytes: peak };
}
