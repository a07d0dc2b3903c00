/**
 * `npm run upgrade [-- 4.1.2] [--only chapter03,chapter13]`: brings the examples to another version of Spring Boot
 * (without one: the newest patch of their line) and lists, page by page, what to read again.
 *
 * All of it happens in a checkout of its own; this one is touched once, at the end. Interrupted, nothing happened.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { proofsFolder } from '../../src/data/paths';
import { readPages } from '../content/pages';
import { runAlone } from './alone';
import { Failure, runScript } from './failure';
import { formatRuns, proveRun, runModules, type ModuleRun } from './moduleRuns';
import { moduleNamed, repositoryRoot, testedModules } from './modules';
import { chapterProofs } from './proofs';
import { readTestRun } from './reports';
import { checkedVersion, newestSpringBoot, setSpringBootVersion, springBootVersion } from './springBoot';
import { reviewUpgrade } from './upgradeReview';
import { collectVersions, readVersions, versionChanges, writeVersions } from './versions';

/** What an upgrade writes. */
const writtenFolders = ['examples', 'src/data'];

const copy = join(repositoryRoot, '.tmp', 'upgrade');

function git(
  cwd: string,
  args: readonly string[],
  { mayFindNothing = false }: { mayFindNothing?: boolean } = {},
): string {
  const run = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if ((run.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    throw new Failure('没有找到 git 命令：请安装 Git');
  }
  if (run.status !== 0 && !(mayFindNothing && run.status === 1)) {
    throw new Failure(`git ${args.join(' ')} 没有成功：${run.stderr.trim()}`);
  }
  return run.stdout;
}

function readArguments(args: readonly string[]): { version?: string; modules: string[] } {
  const rest = [...args];
  const names: string[] = [];
  let version: string | undefined;
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--only') names.push(...(rest.shift() ?? '').split(',').filter(Boolean));
    else if (version === undefined) version = checkedVersion(arg, 'npm run upgrade -- 4.1.2');
    else throw new Failure(`只能写一个版本，去掉 ${version} 或 ${arg}`);
  }
  if (args.includes('--only') && names.length === 0) {
    throw new Failure('--only 后面要有模块名，例如 --only chapter03,chapter13');
  }
  const modules = names.length > 0 ? names.map((name) => moduleNamed(name)) : testedModules();
  return { modules, ...(version !== undefined && { version }) };
}

/** The way back is Git's: it must lead to exactly what stands there now. */
function requireCommitted(): void {
  const status = git(repositoryRoot, ['status', '--porcelain', '--', ...writtenFolders]);
  if (status === '') return;
  const files = status.trim().split('\n').length;
  throw new Failure(
    `${writtenFolders.join('、')} 里有 ${files} 个文件还没有提交：先提交它们，升级之后才能退回来`,
  );
}

/** Forgets the checkout of this upgrade, or one that a killed upgrade left. */
function removeCopy(): void {
  rmSync(copy, { recursive: true, force: true });
  git(repositoryRoot, ['worktree', 'prune']);
}

/**
 * Records every module on the new version. A recording that stayed as it was proves as much as a comparison; modules
 * whose recordings changed are run once more, which shows that they come out the same again.
 */
async function runAndProve(modules: readonly string[]): Promise<ModuleRun[]> {
  const passed = ({ outcome }: ModuleRun): boolean => outcome === 'success';
  const prove = (runs: readonly ModuleRun[]): { module: string; refused?: string }[] =>
    runs.filter(passed).map((run) => {
      const { kind, reason = '' } = proveRun(run, false, copy);
      if (kind === 'withheld') console.log(reason);
      return { module: run.module, ...(kind === 'refused' && { refused: reason }) };
    });
  const recorded = await runModules(modules, { record: true, root: copy });
  const changed = prove(recorded).flatMap(({ module, refused }) => (refused ? [module] : []));
  if (changed.length === 0) return recorded;
  console.log(`\n${changed.join('、')} 的录制变了，再运行一次，看结果是不是稳定的`);
  const compared = await runModules(changed, { root: copy });
  for (const { refused } of prove(compared)) if (refused) console.log(refused);
  return recorded.map((run) => compared.find(({ module }) => module === run.module) ?? run);
}

/** Versions that the runs resolved, those of failed modules included. */
function resolvedVersions(modules: readonly string[]) {
  const runs = modules.flatMap((module) => {
    const run = readTestRun(join(copy, 'examples', module));
    return run ? [[module, run] as const] : [];
  });
  return collectVersions(new Map(runs), copy);
}

/** Writes all of it or nothing; what took hours is kept where a file was changed meanwhile. */
function writeBack(patch: string): void {
  const apply = ['apply', '--whitespace=nowarn', '-'];
  const said = spawnSync('git', apply, { cwd: repositoryRoot, input: patch, encoding: 'utf8' });
  if (said.status === 0) return;
  const files = [...said.stderr.matchAll(/^error: (.+?): (?:patch does not apply|already exists)/gm)];
  const kept = `.tmp/${basename(copy)}.patch`;
  writeFileSync(join(repositoryRoot, kept), patch);
  throw new Failure(
    `升级期间改了 ${files.map(([, file]) => file).join('、') || said.stderr.trim()}，没有写回任何文件。结果在 ${kept}：提交那里的改动，再运行 git apply --3way ${kept}`,
  );
}

async function upgrade(modules: readonly string[], from: string, to: string): Promise<void> {
  const before = chapterProofs();
  setSpringBootVersion(to, copy);
  const runs = await runAndProve(modules);
  const isWhole = testedModules().every((module) => modules.includes(module));
  const versions = resolvedVersions(modules);
  const changes = versionChanges(readVersions(), versions).filter(
    ({ after }) => isWhole || after !== undefined,
  );
  if (isWhole) writeVersions(versions, copy);

  git(copy, ['add', '--all', '--', ...writtenFolders]);
  const changedFiles = git(copy, ['diff', '--cached', '--name-only', '-z', 'HEAD']).split('\0');
  const proven = new Set(
    changedFiles.filter((path) => path.startsWith(proofsFolder)).map((path) => path.slice(proofsFolder.length + 1, -'.json'.length)),
  );
  const after = new Map([...chapterProofs(copy)].filter(([module]) => proven.has(module)));
  const review = reviewUpgrade(
    await readPages(repositoryRoot),
    { runs, changedFiles: new Set(changedFiles), versions: changes, before, after },
    copy,
  );
  const typed = git(
    copy,
    ['grep', '--cached', '-n', '-w', '-F', from, '--', 'docs', 'appendix', 'examples'],
    { mayFindNothing: true },
  );
  const patch = git(copy, ['diff', '--cached', '--binary', 'HEAD']);

  console.log(`\n${formatRuns(runs)}\n`);
  console.log(review.length > 0 ? ['请逐页看过：', ...review].join('\n') : '没有一页变了');
  if (typed !== '') console.log(`\n还写着 ${from} 的地方：\n${typed.trimEnd()}`);
  if (!isWhole) console.log('\n只升级了点名的模块，没有更新 src/data/versions.json');
  writeBack(patch);
  const failed = runs.filter(({ outcome }) => outcome !== 'success').map(({ module }) => module);
  const back = `退回升级之前：git restore ${writtenFolders.join(' ')} && git clean -fd ${writtenFolders.join(' ')}`;
  console.log(`\n${from} → ${to} 已写进 ${writtenFolders.join('、')}，还没有提交。${back}`);
  if (failed.length > 0) {
    throw new Failure(`${failed.join('、')} 在 ${to} 上没有通过，没有新的证明：修好之后运行 npm run examples`);
  }
}

void runScript(async () => {
  const { version, modules } = readArguments(process.argv.slice(2));
  requireCommitted();
  const from = springBootVersion();
  const to = version ?? (await newestSpringBoot('patch'));
  if (to === undefined || to === from) {
    console.log(`examples/pom.xml 已经是 ${from}，没有要升级的`);
    return;
  }
  const finished = runAlone('npm run upgrade', `${copy}.pid`);
  try {
    removeCopy();
    git(repositoryRoot, ['worktree', 'add', '--quiet', '--detach', copy]);
    await upgrade(modules, from, to);
  } finally {
    removeCopy();
    finished();
  }
});
