/** The commands around the examples, as a terminal shows them, on a small repository with a stand-in for Maven. */
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { readProof } from '../../src/data/proofs';
import type { FakeMavenSettings } from '../support/fakeMaven';

const first = 'chapter03-first-app';
const second = 'chapter08-restful-api';
const scripts = {
  examples: resolve('scripts/examples/runExamples.ts'),
  'check:proofs': resolve('scripts/examples/runCheckProofs.ts'),
  record: resolve('scripts/examples/runRecord.ts'),
  upgrade: resolve('scripts/examples/runUpgrade.ts'),
} as const;

/** Programs that tests of real examples use: never installed for these. */
const programs = ['curl', 'openssl', 'nginx', 'pg_dump', 'pgrep', 'systemd-analyze'];

/** How package.json starts both: tsx's own command kills what does not answer a signal within 30 ms. */
const throughTsx = ['--import', pathToFileURL(require.resolve('tsx')).href] as const;

let root: string;
let place: string;

function settingsFile(): string {
  return join(place, 'maven.json');
}

/** Tells the stand-in for Maven how to behave. */
function setMaven(settings: Omit<FakeMavenSettings, 'log'>): void {
  const all: FakeMavenSettings = { log: join(place, 'maven.log'), ...settings };
  writeFileSync(settingsFile(), JSON.stringify(all));
}

function writeProgram(name: string, body: string): void {
  writeFileSync(join(place, 'bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.org'];
  return spawnSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).stdout;
}

function page(body: string): string {
  return `---\ntitle: x\n---\n\n${body}\n`;
}

test.beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'examples-command-'));
  root = join(place, 'book');
  mkdirSync(join(place, 'bin'));
  const stand = [
    process.execPath,
    ...throughTsx,
    resolve('tests/support/fakeMaven.ts'),
    settingsFile(),
  ];
  writeProgram('mvn', `exec ${stand.map((part) => `'${part}'`).join(' ')} "$@"`);
  for (const program of programs) writeProgram(program, '');
  setMaven({});
  mkdirSync(join(place, 'jdk/bin'), { recursive: true });
  writeFileSync(join(place, 'jdk/release'), 'JAVA_VERSION="25.0.3"\n');
  writeFileSync(join(place, 'jdk/bin/javac'), '');
  write('.gitignore', 'target/\n.tmp/\n');
  write(
    'examples/pom.xml',
    '<spring-boot.version>9.8.7</spring-boot.version><maven.compiler.release>21</maven.compiler.release>',
  );
  for (const module of [first, second]) {
    write(`examples/${module}/pom.xml`, '<project/>');
    write(`examples/${module}/tests.txt`, 'reads\nlends\n');
    write(`examples/${module}/output/version.txt`, 'Boot 9.8.7\n');
  }
  write(
    `docs/chapters/${first}.mdx`,
    page('```text file=output/version.txt\n```\n\n<Version of="spring-boot" />'),
  );
  write(`docs/chapters/${second}.mdx`, page(`<Reproduced test="${second}/BookTest#lends" />`));
  write('docs/intro.mdx', page('从 9.8.7 起。\n\n不是 9.8.71。'));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'x');
});

test.afterEach(() => rmSync(place, { recursive: true, force: true }));

function environment(changes: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: undefined,
    PATH: [join(place, 'bin'), process.env.PATH].join(delimiter),
    JAVA_HOME: join(place, 'jdk'),
    ...changes,
  };
}

/** Runs a command in the small repository. */
function run(
  name: keyof typeof scripts,
  args: readonly string[] = [],
  changes: NodeJS.ProcessEnv = {},
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [...throughTsx, scripts[name], ...args], {
    cwd: root,
    encoding: 'utf8',
    env: environment(changes),
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What Maven was asked for since the last time. */
function mavenCalls(): string[] {
  const log = join(place, 'maven.log');
  const calls = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  rmSync(log, { force: true });
  return calls;
}

/** Proves both modules and commits that. */
function prove(): void {
  expect(run('examples').status).toBe(0);
  git('add', '.');
  git('commit', '--quiet', '-m', 'proofs');
  mavenCalls();
}

test.describe('npm run examples', () => {
  test('runs what has no proof, then trusts it without Maven', () => {
    const { status, stdout } = run('examples');
    expect(status).toBe(0);
    expect(stdout).toContain(`运行 ${first}：还没有证明\n运行 ${second}：还没有证明\n`);
    expect(stdout).toContain(`| ${first} | 1.5 | 2 | 通过 |`);
    expect(mavenCalls()).toHaveLength(1);
    expect(readProof(root, first)?.tests).toEqual({ 'a.BookTest': { lends: 1, reads: 1 } });
    expect(read('src/data/versions.json')).toContain('"spring-boot": "9.8.7"');
    const again = run('examples', [], { JAVA_HOME: join(place, 'nowhere') });
    expect(again.stdout).toMatch(
      new RegExp(`^信任 ${first}：.*通过 2 个测试，它依赖的 4 个文件没有变\n`),
    );
    expect(again.status).toBe(0);
    expect(mavenCalls()).toEqual([]);
  });

  test('runs only the module that changed, which mends its proof', () => {
    prove();
    write(`examples/${second}/src/main/java/Book.java`, 'class Book {}');
    const stale = run('check:proofs');
    expect(stale.status).toBe(1);
    expect(stale.stderr).toMatch(
      new RegExp(
        `^${second}：\\S+ 的证明之后多了 examples/${second}/src/main/java/Book\\.java。运行 npm run examples -- ${second}\n$`,
      ),
    );
    expect(run('examples').stdout).toContain(`信任 ${first}：`);
    expect(mavenCalls()).toEqual([expect.stringContaining(`-pl ${second} -am`)]);
    const { status, stdout } = run('check:proofs');
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: '每个模块的证明都有效，页面写的测试都运行过\n',
    });
  });

  test('runs everything, or what is named', () => {
    prove();
    run('examples', ['--all']);
    expect(mavenCalls()).toEqual([expect.stringContaining(`-pl ${first},${second} -am`)]);
    run('examples', ['chapter08']);
    expect(mavenCalls()).toEqual([expect.stringContaining(`-pl ${second} -am`)]);
    expect(git('status', '--porcelain')).toBe('');
  });

  test('records every module that is named, each once', () => {
    run('record', ['chapter03', 'chapter08', second]);
    expect(mavenCalls()).toEqual([expect.stringContaining(`-pl ${first},${second} -am`)]);
  });

  test('names what failed, and proves the rest', () => {
    write(`examples/${second}/fails-on.txt`, '9.8.7');
    const { status, stdout, stderr } = run('examples');
    expect(status).toBe(1);
    expect(stdout).toContain(`| ${second} | 1.5 | 2 | 失败 |`);
    expect(stderr.split('\n')[0]).toBe(`${second} 没有通过：a.BookTest#lends`);
    expect(readProof(root, first)).toBeDefined();
    expect(readProof(root, second)).toBeUndefined();
  });

  test('knows a module by its Chinese name, wherever the pipe from Maven cuts the characters', () => {
    const name = '章'.repeat(100_000);
    write(`examples/${first}/pom.xml`, `<project><name>${name}</name></project>`);
    const { status, stderr } = run('examples', ['chapter03']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readProof(root, first)).toBeDefined();
  });

  test('never writes where CI=true, and fails on a proof that is not what it measured', () => {
    prove();
    expect(run('examples', ['--all'], { CI: 'true' }).status).toBe(0);
    write(`examples/${second}/tests.txt`, 'reads\nreturns\nlends\n');
    const { status, stderr } = run('examples', [], { CI: 'true' });
    expect(status).toBe(1);
    expect(stderr).toContain('  测试 a.BookTest#returns：提交的是 （无），测得 1 次');
    expect(git('status', '--porcelain').trim()).toBe(`M examples/${second}/tests.txt`);
  });

  test('a page that names a test which did not run is found', () => {
    prove();
    write(`docs/chapters/${first}.mdx`, page(`<Reproduced test="${first}/BookTest#burns" />`));
    const { status, stderr } = run('check:proofs');
    expect(status).toBe(1);
    expect(stderr).toContain(`docs/chapters/${first}.mdx:5 测试 ${first}/BookTest#burns 没有在 `);
  });
});

test.describe('npm run upgrade', () => {
  test.beforeEach(() => prove());

  test('takes one version', () => {
    const { status, stderr } = run('upgrade', ['9.8.8', '9.9.0']);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: '只能写一个版本，去掉 9.8.8 或 9.9.0\n',
    });
    expect(mavenCalls()).toEqual([]);
  });

  test('brings version, recordings, proofs and printed versions, and says what to read again', () => {
    const { status, stdout, stderr } = run('upgrade', ['9.8.8']);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(read('examples/pom.xml')).toContain('<spring-boot.version>9.8.8<');
    expect(read(`examples/${first}/output/version.txt`)).toBe('Boot 9.8.8\n');
    expect(read('src/data/versions.json')).toContain('"spring-boot": "9.8.8"');
    expect(run('check:proofs').status).toBe(0);
    const path = `docs/chapters/${first}.mdx`;
    expect(stdout).toContain(`请逐页看过：
${path}
  ${path}:5 录制变了：examples/${first}/output/version.txt
  ${path}:8 版本变了：spring-boot 9.8.7 → 9.8.8
`);
    expect(stdout).toContain('还写着 9.8.7 的地方：\ndocs/intro.mdx:5:从 9.8.7 起。\n\n');
    // Recorded, then compared: a recording that changes on every run would not pass.
    expect(mavenCalls().map((call) => call.includes('book.record'))).toEqual([true, false]);
    expect(existsSync(join(root, '.tmp/upgrade'))).toBe(false);
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    git('restore', 'examples', 'src/data');
    git('clean', '-fdq', 'examples', 'src/data');
    expect(git('status', '--porcelain')).toBe('');
  });

  test('without a version takes the newest patch that Maven knows', () => {
    // What an upgrade that was killed left is in nobody's way.
    write('.tmp/upgrade/examples/pom.xml', 'half');
    setMaven({ newest: '9.8.9' });
    expect(run('upgrade').status).toBe(0);
    expect(mavenCalls()[0]).toContain('-DallowMinorUpdates=false');
    expect(read('examples/pom.xml')).toContain('<spring-boot.version>9.8.9<');
    git('commit', '--quiet', '-a', '-m', 'y');
    setMaven({});
    expect(run('upgrade').stdout).toBe('examples/pom.xml 已经是 9.8.9，没有要升级的\n');
  });

  test('upgrades some modules for a trial, and leaves the printed versions alone', () => {
    const { status, stdout } = run('upgrade', ['9.8.8', '--only', 'chapter08']);
    expect(status).toBe(0);
    expect(stdout).toContain('只升级了点名的模块，没有更新 src/data/versions.json');
    expect(read('src/data/versions.json')).toContain('"spring-boot": "9.8.7"');
    expect(read(`examples/${first}/output/version.txt`)).toBe('Boot 9.8.7\n');
    expect(run('check:proofs').stderr).toMatch(new RegExp(`^${first}：.*改了 examples/pom\\.xml`));
  });

  test('keeps what passed when a module fails, and names its tests on its page', () => {
    write(`examples/${second}/fails-on.txt`, '9.8.8');
    prove();
    const { status, stdout, stderr } = run('upgrade', ['9.8.8']);
    expect(status).toBe(1);
    expect(stderr).toBe(
      `${second} 在 9.8.8 上没有通过，没有新的证明：修好之后运行 npm run examples\n`,
    );
    const path = `docs/chapters/${second}.mdx`;
    expect(stdout).toContain(
      `  ${path} 测试失败：a.BookTest#lends\n  ${path}:5 失去了证明：${second}/BookTest#lends`,
    );
    expect(stdout).toContain(
      '退回升级之前：git restore examples src/data && git clean -fd examples src/data',
    );
    expect(readProof(root, first)?.classPath).toEqual({
      'org.springframework.boot:spring-boot': '9.8.8',
    });
    expect(run('check:proofs').stderr.split('：')[0]).toBe(second);
  });

  test('changes nothing for a version that nobody serves, or one that is none', () => {
    setMaven({ unknown: '9.9.9' });
    const unknown = run('upgrade', ['9.9.9']);
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toBe('examples/ 连一个模块也没能开始构建，Maven 的输出见上\n');
    const typed = run('upgrade', ['newest']);
    expect(typed.stderr).toBe('版本号 newest 无效，写成 npm run upgrade -- 4.1.2\n');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  test('is refused over changes that could not be got back', () => {
    write(`examples/${first}/tests.txt`, 'reads\n');
    const { status, stderr } = run('upgrade', ['9.8.8']);
    expect(status).toBe(1);
    expect(stderr).toBe(
      'examples、src/data 里有 1 个文件还没有提交：先提交它们，升级之后才能退回来\n',
    );
    expect(mavenCalls()).toEqual([]);
  });

  test('says that there is no git', () => {
    const { status, stderr } = run('upgrade', ['9.8.8'], { PATH: join(place, 'bin') });
    expect({ status, stderr }).toEqual({ status: 1, stderr: '没有找到 git 命令：请安装 Git\n' });
  });

  test('keeps what an hour made when somebody changed the same file meanwhile', () => {
    const recording = `examples/${first}/output/version.txt`;
    const mvn = readFileSync(join(place, 'bin/mvn'), 'utf8').split('\n')[1];
    writeProgram('mvn', `echo mine > '${join(root, recording)}'\n${mvn}`);
    const { status, stdout, stderr } = run('upgrade', ['9.8.8']);
    expect(stdout).toContain('请逐页看过：');
    expect(stderr).toBe(
      `升级期间改了 ${recording}，没有写回任何文件。结果在 .tmp/upgrade.patch：提交那里的改动，再运行 git apply --3way .tmp/upgrade.patch\n`,
    );
    expect(status).toBe(1);
    expect(read(recording)).toBe('mine\n');
    git('checkout', '--quiet', '.');
    git('apply', '.tmp/upgrade.patch');
    expect(read(recording)).toBe('Boot 9.8.8\n');
  });

  test('interrupted leaves the tree as it was, and no Maven behind', async () => {
    const waits = join(place, 'waits');
    setMaven({ waits });
    const upgrading = spawn(process.execPath, [...throughTsx, scripts.upgrade, '9.8.8'], {
      cwd: root,
      stdio: 'ignore',
      env: environment({}),
    });
    const ended = new Promise((done) => upgrading.once('exit', done));
    await expect.poll(() => existsSync(waits) && readFileSync(waits, 'utf8')).toBeTruthy();
    const maven = Number(readFileSync(waits, 'utf8'));
    upgrading.kill('SIGTERM');
    expect(await ended).toBe(1);
    await expect.poll(() => isRunning(maven)).toBe(false);
    expect(git('status', '--porcelain')).toBe('');
    expect(existsSync(join(root, '.tmp/upgrade'))).toBe(false);
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });
});
