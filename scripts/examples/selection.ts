/** Chooses the modules that `npm run examples` runs, and says why. */
import { spawnSync } from 'node:child_process';
import { proofsFolder } from '../../src/data/paths';
import { summaryOf } from '../../src/data/proofs';
import { Failure } from './failure';
import { moduleNamed, repositoryRoot } from './modules';
import type { ProofState } from './proofs';

/** What was asked for on the command line. */
export interface Request {
  /** Everything, whatever the proofs say. */
  readonly all: boolean;
  /** Also the modules whose proofs were written after this commit. */
  readonly since?: string;
  /** These modules and no other. */
  readonly modules: readonly string[];
  /** How many modules run at once. */
  readonly jobs: number;
}

/**
 * Reads the arguments: `--all`, `--since <commit>`, or names of modules such as `chapter13`; `--jobs 2` with each.
 *
 * @throws Failure for an unknown module or option
 */
export function readRequest(args: readonly string[], root: string = repositoryRoot): Request {
  const rest = [...args];
  const modules: string[] = [];
  let all = false;
  let since: string | undefined;
  let jobs = 1;
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--all') all = true;
    else if (arg === '--since') {
      since = rest.shift();
      if (since === undefined) throw new Failure('--since 后面要有一个提交，例如 --since origin/main');
    } else if (arg === '--jobs') {
      jobs = Number(rest.shift());
      if (!Number.isInteger(jobs) || jobs < 1) {
        throw new Failure('--jobs 后面要有一个正整数：同时运行几个模块，例如 --jobs 2');
      }
    } else if (arg.startsWith('-')) {
      throw new Failure(`不认识的参数 ${arg}，可用的有 --all、--since <提交>、--jobs <几个>、模块名`);
    } else modules.push(moduleNamed(arg, root));
  }
  if (modules.length > 0 && (all || since !== undefined)) {
    throw new Failure('模块名不能与 --all、--since 同时写');
  }
  return { all, modules, jobs, ...(since !== undefined && { since }) };
}

/** Modules whose committed proofs differ from those of a commit. */
function provenSince(commit: string, root: string): Set<string> {
  const listed = spawnSync('git', ['diff', '--name-only', commit, '--', proofsFolder], {
    cwd: root,
    encoding: 'utf8',
  });
  if (listed.status !== 0) {
    throw new Failure(`--since ${commit}：这个仓库里没有这个提交，先 git fetch 它`);
  }
  return new Set([...listed.stdout.matchAll(/([^/\n]+)\.json$/gm)].map(([, module = '']) => module));
}

/** A module to run or to trust, and why. */
export interface Choice {
  readonly state: ProofState;
  readonly run: boolean;
  readonly reason: string;
}

/** Why a proof is trusted. */
function trust({ proof, files }: ProofState): string {
  if (!proof) return '';
  const { date, springBoot, tests } = summaryOf(proof);
  return `${date} 在 Spring Boot ${springBoot}、JDK ${proof.java} 上通过 ${tests} 个测试，它依赖的 ${Object.keys(files).length} 个文件没有变`;
}

/**
 * Chooses the modules to run.
 *
 * @param states of all modules
 * @throws Failure if `--since` names no commit of this repository
 */
export function choose(
  { all, since, modules }: Request,
  states: readonly ProofState[],
  root: string = repositoryRoot,
): Choice[] {
  if (modules.length > 0) {
    return states
      .filter(({ module }) => modules.includes(module))
      .map((state) => ({ state, run: true, reason: state.reason ?? '点了名' }));
  }
  const claimed = since === undefined ? new Set<string>() : provenSince(since, root);
  return states.map((state) => {
    const { module, reason } = state;
    if (reason !== undefined) return { state, run: true, reason };
    if (all) return { state, run: true, reason: '--all' };
    if (claimed.has(module)) return { state, run: true, reason: `证明是 ${since} 之后写的` };
    return { state, run: false, reason: trust(state) };
  });
}
