/** Reads what Maven prints while it builds the examples. */

import { stripVTControlCharacters } from 'node:util';

/** How one module fared. */
export interface ModuleResult {
  /** Artifact id; for a chapter its id. */
  readonly module: string;
  readonly outcome: 'success' | 'failure' | 'skipped';
  /** How long it took; undefined if it was skipped. */
  readonly seconds?: number;
  /** First error line of a failed module. */
  readonly firstError?: string;
}

/** How readers of a table are told of it. */
export const outcomes: Readonly<Record<ModuleResult['outcome'], string>> = {
  success: '通过',
  failure: '失败',
  skipped: '未运行',
};

/** `[INFO] -----< com.example:chapter03-first-app >-----` opens a module's part of the log. */
const opening = /^\[INFO\] -+< [^:>]+:([^ >]+) >-+$/;
/** `[INFO] name ....... FAILURE [  1.2 s]` in the reactor's summary. */
const summary = /^\[INFO\] (?!BUILD )(.+?) \.* ?(SUCCESS|FAILURE|SKIPPED)(?: \[ *(.*)\])?$/;

/** Lines that announce an error without saying what it is. */
const announcements =
  /^(?:COMPILATION ERROR\s*:?|Tests run:.*|Failures:|Errors:|Failed to execute goal.*|There (?:are|were) test failures.*|-+|\s*)$/;

/** Maven's last words on a module, all there is if it failed before it printed anything of its own. */
const verdict = /^\[ERROR\] Failed to execute goal (?:.* )?on project ([\w.-]+): (.*?)(?: -> \[Help \d+\])?$/;

/** Coordinates in what Maven says of dependencies that no repository has. */
const unresolved =
  /^Could not resolve dependencies .*?(?:could not be resolved: |Could not find artifact )(.+?)(?:: | (?:in|was|were) |$)/;

/** Says of a module that never got its dependencies which ones, and that its code is not to blame. */
function reasonText(reason: string): string {
  const coordinates = unresolved.exec(reason)?.[1];
  if (coordinates === undefined) return reason;
  const missing = coordinates
    .split(', ')
    .map((coordinate) => coordinate.replace(/^[^:]+:([^:]+):.*?([^:]+)$/, '$1:$2'));
  return `仓库里没有 ${missing.join('、')}，代码还没有编译`;
}

/** Seconds in what the summary writes: `2.1 s`, `01:14 min`, `01:02 h`. */
function readSeconds(time: string): number {
  const [value = '', unit] = time.split(' ');
  const [whole = 0, part = 0] = value.split(':').map(Number);
  if (unit === 's') return whole;
  return (whole * 60 + part) * (unit === 'h' ? 60 : 1);
}

function errorText(line: string): string | undefined {
  const text = /^\[ERROR\]\s*(.*)$/.exec(line)?.[1]?.trim();
  return text === undefined || announcements.test(text) ? undefined : text;
}

/**
 * Finds each module's outcome and first error in a build's log (`mvn -B -fae`).
 *
 * @param output everything Maven printed
 * @param known modules by the name that the summary prints, as far as known: where several are built at once, the lines
 *   that tell it stand in any order
 */
export function readBuildLog(
  output: string,
  known: ReadonlyMap<string, string> = new Map(),
): ModuleResult[] {
  const firstErrors = new Map<string, string>();
  /** Module by the name that the summary prints. */
  const names = new Map<string, string>();
  const summaries: { name: string; outcome: ModuleResult['outcome']; seconds?: number }[] = [];
  let module: string | undefined;
  for (const raw of output.split('\n')) {
    const line = stripVTControlCharacters(raw).trimEnd();
    module = opening.exec(line)?.[1] ?? module;
    const building = /^\[INFO\] Building (.+?) \S+(?:\s+\[\d+\/\d+\])?$/.exec(line)?.[1];
    if (building !== undefined && module !== undefined) names.set(building, module);
    const [, failed, reason] = verdict.exec(line) ?? [];
    if (failed !== undefined && reason !== undefined && !firstErrors.has(failed)) {
      firstErrors.set(failed, reasonText(reason));
    }
    const error = errorText(line);
    if (error !== undefined && module !== undefined && !firstErrors.has(module)) {
      firstErrors.set(module, error);
    }
    const [, name, outcome, time] = summary.exec(line) ?? [];
    if (name === undefined || outcome === undefined) continue;
    summaries.push({
      name,
      outcome: outcome.toLowerCase() as ModuleResult['outcome'],
      ...(time !== undefined && { seconds: readSeconds(time) }),
    });
  }
  return summaries.map(({ name, ...result }) => {
    const module = known.get(name) ?? names.get(name) ?? name;
    const firstError = result.outcome === 'failure' ? firstErrors.get(module) : undefined;
    return { module, ...result, ...(firstError !== undefined && { firstError }) };
  });
}
