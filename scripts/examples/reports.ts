/** Reads what a test run left behind: Surefire's and Failsafe's reports of one module. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './modules';

/** The tests of one module, summed over its reports. */
export interface TestRun {
  readonly tests: number;
  /** Failures and errors. */
  readonly failed: number;
  readonly skipped: number;
  /** Feature version of the JDK. */
  readonly jdk: string;
  /** Full version of the JDK, as programs print it. */
  readonly jdkVersion: string;
  /** Version by Maven coordinates (`group:artifact`), read off the tests' class path. */
  readonly classPath: ReadonlyMap<string, string>;
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

/**
 * Coordinates and versions of the jars on a class path laid out as a Maven repository:
 * `…/repository/org/example/lib/1.2/lib-1.2.jar`.
 */
export function versionsOnClassPath(classPath: string): Map<string, string> {
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
  return found;
}

/** Sums up a module's reports; undefined if there are none. */
export function readTestRun(module: string): TestRun | undefined {
  const reports = reportsOf(module).map((path) => readFileSync(path, 'utf8'));
  const [first] = reports;
  if (first === undefined) return undefined;
  // Not the attributes of <testsuite>: for a @ParameterizedClass Surefire writes tests="0" there.
  const count = (element: RegExp): number =>
    reports.reduce((total, report) => total + (report.match(element)?.length ?? 0), 0);
  const classPath = property(first, 'surefire.test.class.path') || property(first, 'java.class.path');
  return {
    tests: count(/<testcase\s/g),
    failed: count(/<(?:failure|error)[\s/>]/g),
    skipped: count(/<skipped[\s/>]/g),
    jdk: property(first, 'java.specification.version'),
    jdkVersion: property(first, 'java.version'),
    classPath: versionsOnClassPath(classPath),
  };
}
