/** Proofs of the examples' modules: whether they still hold, what a run proves, and how the two differ. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { proofFile } from '../../src/data/paths';
import {
  javaFeature,
  provenModules,
  readProof,
  springBootArtifact,
  type Proof,
} from '../../src/data/proofs';
import { Failure } from './failure';
import { readInputs } from './inputs';
import { preferredJdk } from './jdk';
import { exampleModules, recordedOutputsOf, repositoryRoot, testedModules } from './modules';
import { provenOutputsOf, readTestRun, type TestRun } from './reports';
import { collectVersions, readVersions, versionChanges } from './versions';

/** Whether a module's proof holds for what stands there now. */
export interface ProofState {
  readonly module: string;
  readonly proof?: Proof;
  /** Digests of what the module depends on now. */
  readonly files: Readonly<Record<string, string>>;
  /** Why it has to be run; undefined if the proof holds. */
  readonly reason?: string;
}

/** Most files that one line names. */
const namedFiles = 5;

function list(verb: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const rest = paths.length > namedFiles ? ` 等 ${paths.length} 个文件` : '';
  return [`${verb} ${paths.slice(0, namedFiles).join('、')}${rest}`];
}

/** What changed between two sets of digests, in words; undefined if nothing did. */
function fileChanges(before: Proof['files'], now: Proof['files']): string | undefined {
  const changes = [
    ...list(
      '改了',
      Object.keys(now).filter((path) => path in before && before[path] !== now[path]),
    ),
    ...list(
      '多了',
      Object.keys(now).filter((path) => !(path in before)),
    ),
    ...list(
      '少了',
      Object.keys(before).filter((path) => !(path in now)),
    ),
  ];
  return changes.length === 0 ? undefined : changes.join('；');
}

function staleReason(proof: Proof | undefined, files: Proof['files']): string | undefined {
  if (!proof) return '还没有证明';
  const changes = fileChanges(proof.files, files);
  if (changes !== undefined) return `${proof.date} 的证明之后${changes}`;
  const feature = javaFeature(proof.java);
  return feature === String(preferredJdk)
    ? undefined
    : `证明来自 JDK ${feature}，本书用 JDK ${preferredJdk} 证明`;
}

/**
 * Compares every module's proof with the files that it depends on; needs no Maven and no JDK.
 *
 * @throws Failure if the folder is no Git checkout
 */
export function proofStates(root: string = repositoryRoot): ProofState[] {
  const modules = testedModules(root);
  const inputs = readInputs(modules, root);
  return modules.map((module) => {
    const proof = readProof(root, module);
    const files = inputs.get(module) ?? {};
    const reason = staleReason(proof, files);
    return { module, files, ...(proof && { proof }), ...(reason !== undefined && { reason }) };
  });
}

/** The proofs of the modules that pages print from. */
export function chapterProofs(root: string = repositoryRoot): Map<string, Proof> {
  return new Map(
    exampleModules(root).flatMap((module) => {
      const proof = readProof(root, module);
      return proof ? [[module, proof] as const] : [];
    }),
  );
}

/** What is wrong with the committed proofs and versions, one line each, with the command that mends it. */
export function checkProofs(root: string = repositoryRoot): string[] {
  const states = proofStates(root);
  const stale = states.flatMap(({ module, reason }) =>
    reason === undefined ? [] : [`${module}：${reason}。运行 npm run examples -- ${module}`],
  );
  const known = new Set(states.map(({ module }) => module));
  const orphans = provenModules(root)
    .filter((module) => !known.has(module))
    .map((module) => `${proofFile(module)}：examples/ 里没有这个模块，删掉这个文件`);
  if (stale.length > 0 || orphans.length > 0) return [...stale, ...orphans];
  return versionProblems(root);
}

/** How the committed versions differ from those that the proofs name, one line each. */
export function versionProblems(root: string = repositoryRoot): string[] {
  const proven = collectVersions(chapterProofs(root), root);
  return versionChanges(readVersions(root), proven).map(
    ({ name, before = '（无）', after = '（无）' }) =>
      `src/data/versions.json 的 ${name} 是 ${before}，证明里是 ${after}。运行 npm run examples`,
  );
}

/** Files in `output` that no test produced in the last run: somebody wrote them by hand, or forgot them. */
function unprovenOutputs(module: string, root: string): string[] {
  const proven = provenOutputsOf(join(root, 'examples', module));
  return recordedOutputsOf(module, root).filter((file) => !proven.includes(file));
}

/** A module is proven only by a complete run: everything passed, nothing skipped, all output produced. */
function completeRun(module: string, root: string): TestRun {
  const run = readTestRun(join(root, 'examples', module));
  if (!run || run.count === 0) {
    throw new Failure(`examples/${module} 没有测试报告：一个测试也没有运行`);
  }
  if (run.failed > 0 || run.skipped > 0) {
    throw new Failure(
      `examples/${module} 有 ${run.failed} 个测试失败、${run.skipped} 个被跳过（共 ${run.count} 个），没有写证明：请修好代码、启动缺少的服务（examples/compose.yaml）后重跑 npm run examples -- ${module}`,
    );
  }
  const unproven = unprovenOutputs(module, root);
  if (unproven.length > 0) {
    throw new Failure(
      `examples/${module} 的 ${unproven.join('、')} 不是这次测试产生的：请写出录制它的测试，或删掉文件`,
    );
  }
  if (run.classPath[springBootArtifact] === undefined) {
    throw new Failure(`examples/${module} 的测试类路径上没有 Spring Boot，无法得知版本`);
  }
  return run;
}

/**
 * The proof that a module's reports amount to.
 *
 * @param date day of the run, ISO 8601
 * @param files digests of what the run depended on
 * @throws Failure for a missing, failed or incomplete run
 */
export function measureProof(
  module: string,
  date: string,
  files: Proof['files'],
  root: string = repositoryRoot,
): Proof {
  const { java, tests, classPath } = completeRun(module, root);
  return { date, java, tests, classPath, files };
}

/** Values by name, so that two proofs can be compared line by line. */
function flatten({ tests, classPath, files }: Proof): Map<string, string> {
  const runs = Object.entries(tests).flatMap(([type, methods]) =>
    Object.entries(methods).map(([method, times]) => [`测试 ${type}#${method}`, `${times} 次`]),
  );
  return new Map([...runs, ...Object.entries(classPath), ...Object.entries(files)] as [
    string,
    string,
  ][]);
}

/** What differs between two proofs, one line each; when and on which update of the JDK they ran does not. */
export function proofDifferences(committed: Proof | undefined, measured: Proof): string[] {
  const before = committed ? flatten(committed) : new Map<string, string>();
  const after = flatten(measured);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map(
      (name) =>
        `  ${name}：提交的是 ${before.get(name) ?? '（无）'}，测得 ${after.get(name) ?? '（无）'}`,
    );
}

/** Writes a module's proof. */
export function writeProof(module: string, proof: Proof, root: string = repositoryRoot): void {
  const path = join(root, proofFile(module));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(proof, null, 2)}\n`);
}
