/** What an upgrade of Spring Boot changed for readers, page by page. */
import { basename } from 'node:path';
import type { Proof } from '../../src/data/proofs';
import { readBlocks } from '../content/checks/code';
import { isProven, namedTests } from '../content/checks/proofs';
import { attributeOf, lineOf } from '../../src/lib/markdown';
import type { Page } from '../content/pages';
import type { ModuleRun } from './moduleRuns';
import type { VersionChange } from './versions';

/** What the upgrade did. */
export interface Upgrade {
  readonly runs: readonly ModuleRun[];
  /** Files below `examples/` that now differ, from the repository's root. */
  readonly changedFiles: ReadonlySet<string>;
  readonly versions: readonly VersionChange[];
  /** Proofs by module, before and after; a module that failed has none after. */
  readonly before: ReadonlyMap<string, Proof>;
  readonly after: ReadonlyMap<string, Proof>;
}

/** Something on a page to look at. */
interface Finding {
  /** From 1; 0 for the page as a whole. */
  readonly line: number;
  readonly text: string;
}

const kinds = { output: '录制', http: '录制', table: '录制', error: '报错', code: '代码' } as const;

function printedChanges(page: Page, { changedFiles }: Upgrade, root: string): Finding[] {
  return readBlocks(page, root).blocks.flatMap(({ line, include }) =>
    include && changedFiles.has(include.path)
      ? [{ line, text: `${kinds[include.kind]}变了：${include.path}` }]
      : [],
  );
}

function arrow({ name, before = '（无）', after = '（无）' }: VersionChange): string {
  return `${name} ${before} → ${after}`;
}

/** Where the page states a version that changed: in prose, in its blocks, in the table of versions. */
function versionChangesOn(page: Page, { versions }: Upgrade, root: string): Finding[] {
  const named = page.elements
    .filter(({ name }) => name === 'Version')
    .flatMap((element) =>
      versions
        .filter(({ name }) => name === attributeOf(element, 'of'))
        .map((change) => ({ line: lineOf(element), text: `版本变了：${arrow(change)}` })),
    );
  const inBlocks = readBlocks(page, root).blocks.flatMap(({ line, code }) =>
    versions
      .filter(({ name }) => code.includes(`@${name}.version@`))
      .map((change) => ({ line, text: `版本变了：${arrow(change)}` })),
  );
  const table = page.elements
    .filter(({ name }) => name === 'VersionTable' && versions.length > 0)
    .map((element) => ({ line: lineOf(element), text: '版本表变了' }));
  return [...named, ...inBlocks, ...table];
}

function testNames(proof: Proof): string[] {
  return Object.entries(proof.tests).flatMap(([type, methods]) =>
    Object.keys(methods).map((method) => `${type}#${method}`),
  );
}

/** What became of the tests of the page's module, and of those that the page names. */
function testChanges(page: Page, { runs, before, after }: Upgrade, root: string): Finding[] {
  const module = basename(page.path, '.mdx');
  const run = runs.find((other) => other.module === module);
  const failed = (run?.failures ?? []).map((test) => ({ line: 0, text: `测试失败：${test}` }));
  const notBuilt =
    run && run.outcome !== 'success' && failed.length === 0
      ? [{ line: 0, text: `模块没有通过：${run.firstError ?? '没有轮到它'}` }]
      : [];
  const old = before.get(module);
  const now = after.get(module);
  const names = now ? new Set(testNames(now)) : undefined;
  const gone = old && names ? testNames(old).filter((name) => !names.has(name)) : [];
  const named = namedTests(page)
    .filter((test) => {
      const proof = after.get(test.module);
      const ran = runs.some((other) => other.module === test.module);
      return ran && !(proof && isProven(test, proof, root));
    })
    .map(({ line, ...test }) => ({
      line,
      text: `失去了证明：${test.module}/${test.type}#${test.method}`,
    }));
  return [
    ...failed,
    ...notBuilt,
    ...gone.map((name) => ({ line: 0, text: `测试不见了：${name}` })),
    ...named,
  ];
}

/**
 * What somebody should read again, page by page, each page's findings in the order of its lines.
 *
 * @param root where the upgraded examples stand
 */
export function reviewUpgrade(pages: readonly Page[], upgrade: Upgrade, root: string): string[] {
  return pages.flatMap((page) => {
    const findings = [
      ...testChanges(page, upgrade, root),
      ...printedChanges(page, upgrade, root),
      ...versionChangesOn(page, upgrade, root),
    ].sort((a, b) => a.line - b.line);
    const lines = findings.map(({ line, text }) => `  ${page.path}${line > 0 ? `:${line}` : ''} ${text}`);
    return lines.length === 0 ? [] : [page.path, ...new Set(lines)];
  });
}
