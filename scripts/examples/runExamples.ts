/**
 * `npm run examples [-- --all | --since <commit> | chapter13 …] [--jobs 2]`: runs the modules whose proofs do not hold (all; those
 * proven since a commit too; those named), and writes what the runs prove. Where `CI=true` nothing is written: there a
 * run that proves something else than what is committed fails.
 */
import { Failure, runScript } from './failure';
import { formatRuns, proveRun, runModules, type ModuleRun } from './moduleRuns';
import { chapterProofs, proofStates, versionProblems } from './proofs';
import { choose, readRequest } from './selection';
import { collectVersions, writeVersions } from './versions';

/** Proofs of the modules that passed; returns what has to be mended. */
function prove(runs: readonly ModuleRun[], isCi: boolean): string[] {
  const problems: string[] = [];
  for (const run of runs) {
    if (run.outcome !== 'success') {
      const reason = run.failures.join('、') || run.firstError || '前面的模块失败了，没有轮到它';
      problems.push(`${run.module} 没有通过：${reason}`);
      continue;
    }
    const { kind, reason = '' } = proveRun(run, isCi);
    if (kind === 'refused') problems.push(reason);
    else if (kind === 'withheld') console.log(reason);
    else if (kind === 'written') console.log(`已写入 ${run.module} 的证明，请与改动一起提交`);
  }
  return problems;
}

/** Brings `versions.json` in line with the proofs, once all of them hold; returns what has to be mended. */
function refreshVersions(isCi: boolean): string[] {
  if (proofStates().some(({ reason }) => reason !== undefined)) return [];
  const problems = versionProblems();
  if (problems.length === 0 || isCi) return problems;
  writeVersions(collectVersions(chapterProofs()));
  console.log('已更新 src/data/versions.json');
  return [];
}

void runScript(async () => {
  const isCi = process.env.CI === 'true';
  const request = readRequest(process.argv.slice(2));
  const choices = choose(request, proofStates());
  for (const { state, run, reason } of choices) {
    console.log(`${run ? '运行' : '信任'} ${state.module}：${reason}`);
  }
  const chosen = choices.filter(({ run }) => run).map(({ state }) => state.module);
  const runs = chosen.length > 0 ? await runModules(chosen, { jobs: request.jobs }) : [];
  if (runs.length > 0) console.log(`\n${formatRuns(runs)}\n`);
  const problems = [...prove(runs, isCi), ...refreshVersions(isCi)];
  if (runs.some(({ outcome }) => outcome !== 'success')) {
    problems.push(
      '失败的原因见上面 Maven 的输出；录制的输出变了而且变得对，就运行 npm run record 重新录制',
    );
  }
  if (problems.length > 0) throw new Failure(problems.join('\n'));
  console.log(chosen.length > 0 ? '运行的模块全部通过' : '每个模块的证明都有效，没有要运行的');
});
