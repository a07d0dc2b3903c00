/** Runs modules of the examples and writes what that proves. */
import { join } from 'node:path';
import { javaFeature, readProof, type Proof } from '../../src/data/proofs';
import { outcomes, readBuildLog, type ModuleResult } from './buildLog';
import { Failure } from './failure';
import { readInputs } from './inputs';
import { findJdk, preferredJdk } from './jdk';
import { maven } from './maven';
import { pomNames, repositoryRoot } from './modules';
import { ensurePrograms } from './programs';
import { measureProof, proofDifferences, writeProof } from './proofs';
import { readTestRun, removeReports } from './reports';

/** How a module fared. */
export interface ModuleRun extends ModuleResult {
  /** Test cases that ran. */
  readonly tests: number;
  readonly skipped: number;
  /** Tests that failed, as `Class#method`. */
  readonly failures: readonly string[];
  /** What it depended on when it was started. */
  readonly files: Proof['files'];
}

/**
 * Builds and tests modules; a failing one does not keep the others from running.
 *
 * @param record writes the recorded files instead of comparing with them
 * @param jobs how many run at once; those that serve the others come first all the same
 * @throws Failure if Maven did not get as far as building a module
 */
export async function runModules(
  modules: readonly string[],
  {
    record = false,
    root = repositoryRoot,
    jobs = 1,
  }: { record?: boolean; root?: string; jobs?: number } = {},
): Promise<ModuleRun[]> {
  const { home, feature } = findJdk();
  console.log(`用 JDK ${feature}（${home}）运行 ${modules.length} 个模块`);
  const missing = ensurePrograms();
  if (missing !== undefined) console.log(missing);
  const inputs = readInputs(modules, root);
  for (const module of modules) removeReports(join(root, 'examples', module));
  const { output } = await maven(
    [
      ...['-B', '-fae', '-f', 'examples', 'verify', '-pl', modules.join(','), '-am'],
      ...(record ? ['-Dbook.record=true'] : []),
      ...(jobs > 1 ? ['-T', String(jobs)] : []),
    ],
    root,
    true,
  );
  const results = new Map(
    readBuildLog(output, pomNames(modules, root)).map((result) => [result.module, result]),
  );
  if (modules.every((module) => !results.has(module))) {
    throw new Failure('examples/ 连一个模块也没能开始构建，Maven 的输出见上');
  }
  return modules.map((module) => {
    const run = readTestRun(join(root, 'examples', module));
    const result = results.get(module) ?? { module, outcome: 'skipped' as const };
    return {
      ...result,
      tests: run?.count ?? 0,
      skipped: run?.skipped ?? 0,
      failures: run?.failures ?? [],
      files: inputs.get(module) ?? {},
    };
  });
}

/** The runs as a table, the slowest first. */
export function formatRuns(runs: readonly ModuleRun[]): string {
  const seconds = ({ seconds = 0 }: ModuleRun): number => seconds;
  const total = runs.reduce((sum, run) => sum + seconds(run), 0);
  return [
    '| 模块 | 秒 | 测试 | 结果 |',
    '|---|--:|--:|---|',
    ...[...runs]
      .sort((a, b) => seconds(b) - seconds(a))
      .map(
        (run) =>
          `| ${run.module} | ${seconds(run).toFixed(1)} | ${run.tests} | ${outcomes[run.outcome]} |`,
      ),
    `| 合计 | ${total.toFixed(1)} | ${runs.reduce((sum, run) => sum + run.tests, 0)} | |`,
  ].join('\n');
}

/** Today's date, ISO 8601, UTC. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** What became of the proof of a module that passed. */
export interface ProofOutcome {
  /** `withheld`: the run cannot prove anything here; `refused`: somebody has to mend something. */
  readonly kind: 'written' | 'unchanged' | 'withheld' | 'refused';
  /** Why nothing was written. */
  readonly reason?: string;
}

/** The proof that a passed run amounts to, or why it amounts to none. */
function measure({ module, files }: ModuleRun, root: string): Proof | string {
  const now = readInputs([module], root).get(module) ?? {};
  if (JSON.stringify(now) !== JSON.stringify(files)) {
    return `${module} 的文件在运行时变了，这次运行不能证明它们：看过后再运行 npm run examples -- ${module}`;
  }
  try {
    return measureProof(module, today(), files, root);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

/**
 * Why a passed run on another JDK than the preferred one proves nothing: it skips what that JDK cannot do. A service
 * that is missing where `CI=true` is not skipped but fails, so no more than that is let through.
 */
function provesNothing({ module, skipped }: ModuleRun, root: string): string | undefined {
  const feature = javaFeature(readTestRun(join(root, 'examples', module))?.java ?? '');
  if (feature === '' || feature === String(preferredJdk)) return undefined;
  const without = skipped > 0 ? `，跳过了 ${skipped} 个` : '';
  return `${module} 在 JDK ${feature} 上通过${without}；证明要在 JDK ${preferredJdk} 上写`;
}

/**
 * Writes what a passed run proves, unless the committed proof says the same. A continuous integration writes
 * nothing: there a proof that says something else is refused.
 */
export function proveRun(
  run: ModuleRun,
  isCi: boolean,
  root: string = repositoryRoot,
): ProofOutcome {
  const { module, skipped } = run;
  const otherJdk = provesNothing(run, root);
  if (otherJdk !== undefined) return { kind: 'withheld', reason: otherJdk };
  const proof = measure(run, root);
  if (typeof proof === 'string') {
    return { kind: skipped > 0 && !isCi ? 'withheld' : 'refused', reason: proof };
  }
  const committed = readProof(root, module);
  const differences = proofDifferences(committed, proof);
  if (committed && differences.length === 0) return { kind: 'unchanged' };
  if (isCi) {
    const reason = `${module} 的证明与这次测得的不一致，在本机运行 npm run examples -- ${module} 并提交它写的证明：`;
    return { kind: 'refused', reason: [reason, ...differences].join('\n') };
  }
  writeProof(module, proof, root);
  return { kind: 'written' };
}
