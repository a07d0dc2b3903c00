/** What the last test run proved, as data for the site: gathered, compared, written. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verification, Versions } from '../../src/data';
import { verificationFile, versionsFile } from '../../src/data/paths';
import { Failure } from './failure';
import { namedLibraries } from './libraries';
import {
  exampleModules,
  exercisesOf,
  javaRelease,
  recordedOutputsOf,
  repositoryRoot,
} from './modules';
import { provenOutputsOf, readTestRun, type TestRun } from './reports';

/** The two generated files' contents. */
export interface StampData {
  readonly verification: Readonly<Record<string, Verification>>;
  readonly versions: Versions;
}

const springBootArtifact = 'org.springframework.boot:spring-boot';
const refresh = '请运行 npm run examples 跑完全部测试，再运行 npm run stamp 并提交 src/data';

function verificationOf(chapter: string, run: TestRun, date: string, root: string): Verification {
  const springBoot = run.classPath.get(springBootArtifact);
  if (springBoot === undefined) {
    throw new Failure(`examples/${chapter} 的测试类路径上没有 Spring Boot，无法得知版本`);
  }
  return {
    springBoot,
    jdk: run.jdk,
    tests: run.tests,
    recordedOutputs: recordedOutputsOf(chapter, root).length,
    exercises: exercisesOf(chapter, root).length,
    date,
  };
}

/** Files in `output` that no test produced in the last run: somebody wrote them by hand, or forgot them. */
function unprovenOutputs(chapter: string, root: string): string[] {
  const proven = provenOutputsOf(join(root, 'examples', chapter));
  return recordedOutputsOf(chapter, root).filter((file) => !proven.includes(file));
}

/** A chapter is stamped only by a complete run: everything passed, nothing skipped, all output proven. */
function completeRun(chapter: string, root: string): TestRun {
  const run = readTestRun(join(root, 'examples', chapter));
  if (!run || run.tests === 0) {
    throw new Failure(`examples/${chapter} 没有测试报告：请先运行 npm run examples`);
  }
  if (run.failed > 0 || run.skipped > 0) {
    throw new Failure(
      `examples/${chapter} 有 ${run.failed} 个测试失败、${run.skipped} 个被跳过（共 ${run.tests} 个），不能盖验证章：请修好代码、启动缺少的服务（examples/compose.yaml）后重跑 npm run examples`,
    );
  }
  const unproven = unprovenOutputs(chapter, root);
  if (unproven.length > 0) {
    throw new Failure(
      `examples/${chapter} 的 ${unproven.join('、')} 不是这次测试产生的：请写出录制它的测试，或删掉文件`,
    );
  }
  return run;
}

/** One version per artifact over all modules. */
function mergeClassPaths(runs: ReadonlyMap<string, TestRun>): Map<string, string> {
  const merged = new Map<string, string>();
  for (const [chapter, { classPath }] of runs) {
    for (const { artifact } of namedLibraries) {
      const version = classPath.get(artifact);
      const earlier = merged.get(artifact);
      if (version === undefined) continue;
      if (earlier !== undefined && earlier !== version) {
        throw new Failure(
          `examples/${chapter} 用了 ${artifact} ${version}，别的章用 ${earlier}：请在 examples/pom.xml 统一版本`,
        );
      }
      merged.set(artifact, version);
    }
  }
  return merged;
}

/**
 * Gathers the data from the reports of the last run.
 *
 * @param date day of the run, ISO 8601
 * @throws Failure for a missing, failed or incomplete run, or versions that differ between modules
 */
export function collectStamps(date: string, root: string = repositoryRoot): StampData {
  const runs = new Map(
    exampleModules(root).map((chapter) => [chapter, completeRun(chapter, root)]),
  );
  const resolved = mergeClassPaths(runs);
  const used = namedLibraries.flatMap(({ name, artifact, token }) => {
    const version = resolved.get(artifact);
    return version === undefined ? [] : [{ name, artifact, token, version }];
  });
  return {
    verification: Object.fromEntries(
      [...runs].map(([chapter, run]) => [chapter, verificationOf(chapter, run, date, root)]),
    ),
    versions: {
      tokens: {
        // What `using Java @java.version@` in a recorded log stood for, and the oldest Java readers need.
        java: [...runs.values()].at(0)?.jdkVersion ?? '',
        'java-release': javaRelease(root),
        ...Object.fromEntries(used.map(({ token, version }) => [token, version])),
      },
      libraries: used.map(({ name, artifact, version }) => ({ name, artifact, version })),
    },
  };
}

function read<T>(root: string, file: string, empty: T): T {
  const path = join(root, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : empty;
}

/** The committed data. */
export function readStamps(root: string = repositoryRoot): StampData {
  return {
    verification: read(root, verificationFile, {}),
    versions: read(root, versionsFile, { tokens: {}, libraries: [] }),
  };
}

/** Values by dotted name, so that two data sets can be compared line by line. */
function flatten(value: unknown, name: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(inner, name === '' ? key : `${name}.${key}`),
  );
}

/** Fields that say when and where a run was, not what it proved. */
const incidental = /\.(date|jdk)$|^版本\.java$/;

/** The data by name; a library is named by its artifact, so that a new row does not shift all others. */
function named({ verification, versions }: StampData): Map<string, string> {
  const libraries = Object.fromEntries(
    versions.libraries.map(({ artifact, name, version }) => [artifact, `${name} ${version}`]),
  );
  return new Map(flatten({ ...verification, 版本: { ...versions.tokens, ...libraries } }, ''));
}

/** What differs between committed and measured data, one line each. */
export function differences(committed: StampData, measured: StampData): string[] {
  const before = named(committed);
  const after = named(measured);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => !incidental.test(name) && before.get(name) !== after.get(name))
    .map(
      (name) =>
        `  ${name}：提交的是 ${before.get(name) ?? '（无）'}，测得 ${after.get(name) ?? '（无）'}`,
    );
}

/** A stamp that still holds keeps its date: otherwise every run would change every chapter. */
function keepDates(committed: StampData, measured: StampData): StampData {
  const verification = Object.entries(measured.verification).map(([chapter, now]) => {
    const before = committed.verification[chapter];
    const isSame = before && JSON.stringify({ ...before, date: now.date }) === JSON.stringify(now);
    return [chapter, isSame ? before : now] as const;
  });
  return { ...measured, verification: Object.fromEntries(verification) };
}

/** Today's date, ISO 8601, UTC. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * Checks the committed data against the last run.
 *
 * @throws Failure listing the differences and the command that refreshes the data
 */
export function checkStamps(root: string = repositoryRoot): void {
  const differing = differences(readStamps(root), collectStamps(today(), root));
  if (differing.length > 0) {
    throw new Failure(['src/data 与这次测试的结果不一致：', ...differing, refresh].join('\n'));
  }
}

/** Writes the data of the last run. */
export function writeStamps(root: string = repositoryRoot): StampData {
  const data = keepDates(readStamps(root), collectStamps(today(), root));
  const write = (file: string, value: unknown): void =>
    writeFileSync(join(root, file), `${JSON.stringify(value, null, 2)}\n`);
  write(verificationFile, data.verification);
  write(versionsFile, data.versions);
  return data;
}
