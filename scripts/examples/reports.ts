/** Reads what a test run left behind: Surefire's and Failsafe's reports of one module. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './modules';

/** The tests of one module, summed over its reports. */
export interface TestRun {
  /** Test cases, whatever became of them. */
  readonly count: number;
  /** Failures and errors. */
  readonly failed: number;
  readonly skipped: number;
  /** How often each test ran, by class (`a.b.Outer$Inner`) and method. */
  readonly tests: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Tests that failed, as `Class#method`, each once. */
  readonly failures: readonly string[];
  /** Full version of the JDK, as programs print it. */
  readonly java: string;
  /** Version by Maven coordinates (`group:artifact`), read off the tests' class path. */
  readonly classPath: Readonly<Record<string, string>>;
}

const reportFolders = ['surefire-reports', 'failsafe-reports'];

function reportsOf(module: string): string[] {
  return reportFolders
    .map((folder) => join(module, 'target', folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^TEST-.*\.xml$/.test(name))
        .map((name) => join(folder, name)),
    )
    .sort();
}

/** Where the examples' `Recording` marks the recorded files that a run produced. */
const provenFolder = 'target/book/proven';

/** Recorded files that the last run produced, relative to the module's folder. */
export function provenOutputsOf(module: string): string[] {
  return listFiles(join(module, provenFolder)).map((file) => `output/${file}`);
}

/** Deletes what an earlier run left, so that a test that was removed is not counted for ever. */
export function removeReports(module: string): void {
  for (const report of reportsOf(module)) rmSync(report);
  rmSync(join(module, provenFolder), { recursive: true, force: true });
}

function property(report: string, name: string): string {
  return new RegExp(`<property name="${name.replace(/\./g, '\\.')}" value="([^"]*)"`).exec(report)?.[1] ?? '';
}

/** One `<testcase>` of a report. */
interface TestCase {
  readonly type: string;
  readonly method: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
}

/**
 * The test cases of a report.
 *
 * Surefire 3.6 writes the class as the Java language names it, whatever name it shows, followed by the number of a
 * parameterized class (`a.b.Outer$Inner[2]`); the method is followed by its parameters and number (`adds(int)[1]`).
 */
function readTestCases(report: string): TestCase[] {
  // What a test printed may look like anything.
  const withoutOutput = report.replace(/<!\[CDATA\[[^]*?\]\]>/g, '');
  return [...withoutOutput.matchAll(/<testcase\s([^>]*?)(?:\/>|>([^]*?)<\/testcase>)/g)].map(
    ([, attributes = '', body = '']) => {
      const value = (name: string): string =>
        new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      return {
        type: value('classname').replace(/\[\d+\]/g, ''),
        method: value('name').replace(/[([{].*$/s, ''),
        outcome: /<(?:failure|error)[\s/>]/.test(body)
          ? 'failed'
          : /<skipped[\s/>]/.test(body)
            ? 'skipped'
            : 'passed',
      };
    },
  );
}

/** An object with its keys in order, so that it is written the same every time. */
function sorted<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** Counts the runs of each test, by class and method. */
function countRuns(cases: readonly TestCase[]): Record<string, Record<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { type, method } of cases) {
    const methods = counts.get(type) ?? new Map<string, number>();
    counts.set(type, methods.set(method, (methods.get(method) ?? 0) + 1));
  }
  return sorted([...counts].map(([type, methods]) => [type, sorted(methods)] as const));
}

/**
 * Coordinates and versions of the jars on a class path laid out as a Maven repository:
 * `…/repository/org/example/lib/1.2/lib-1.2.jar`.
 */
export function versionsOnClassPath(classPath: string): Record<string, string> {
  const found = new Map<string, string>();
  // Entries are separated by ":" or, on Windows, by ";"; a drive's colon is no separator there.
  const separator = classPath.includes(';') ? ';' : ':';
  for (const entry of classPath.split(separator)) {
    const parts = entry.split(/[\\/]/);
    const [artifact = '', version = '', jar = ''] = parts.slice(-3);
    const repository = parts.lastIndexOf('repository');
    if (repository < 0 || !jar.startsWith(`${artifact}-${version}`)) continue;
    found.set(`${parts.slice(repository + 1, -3).join('.')}:${artifact}`, version);
  }
  return sorted(found);
}

/** Sums up a module's reports; undefined if there are none. */
export function readTestRun(module: string): TestRun | undefined {
  const reports = reportsOf(module).map((path) => readFileSync(path, 'utf8'));
  const [first] = reports;
  if (first === undefined) return undefined;
  // Not the attributes of <testsuite>: for a @ParameterizedClass Surefire writes tests="0" there.
  const cases = reports.flatMap(readTestCases);
  const failed = cases.filter(({ outcome }) => outcome === 'failed');
  const classPath = property(first, 'surefire.test.class.path') || property(first, 'java.class.path');
  return {
    count: cases.length,
    failed: failed.length,
    skipped: cases.filter(({ outcome }) => outcome === 'skipped').length,
    tests: countRuns(cases),
    failures: [...new Set(failed.map(({ type, method }) => `${type}#${method}`))],
    java: property(first, 'java.version'),
    classPath: versionsOnClassPath(classPath),
  };
}
