/** Proofs of modules: what they depend on, what a report proves, when they hold, what pages may name. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { checkNamedTests, namedTests } from '../../scripts/content/checks/proofs';
import { parsePage } from '../../scripts/content/pages';
import { readInputs } from '../../scripts/examples/inputs';
import { proveRun, type ModuleRun } from '../../scripts/examples/moduleRuns';
import {
  checkProofs,
  proofDifferences,
  writeProof,
  type ProofState,
} from '../../scripts/examples/proofs';
import { readTestRun, versionsOnClassPath } from '../../scripts/examples/reports';
import { choose, readRequest } from '../../scripts/examples/selection';
import { collectVersions, writeVersions } from '../../scripts/examples/versions';
import { hasPassed, readProof, summaryOf, type Proof } from '../../src/data/proofs';
import stamp from '../../src/book/entries/stamp';

const chapter = 'chapter08-restful-api';
const boot = 'org.springframework.boot:spring-boot';
const parentPom =
  '<modules><module>a</module></modules><maven.compiler.release>21</maven.compiler.release>';

let root: string;

test.beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofs-'));
  spawnSync('git', ['init', '--quiet'], { cwd: root });
  write('.gitignore', 'target/\n');
  write('examples/pom.xml', parentPom);
  write('examples/support/pom.xml', '<project/>');
  write('examples/support/src/main/java/Recording.java', 'class Recording {}\n');
  write('examples/support/src/test/java/RecordingTest.java', 'class RecordingTest {}\n');
  write(`examples/${chapter}/pom.xml`, '<project/>');
  write(`examples/${chapter}/src/main/java/Book.java`, 'class Book {}\n');
  write('examples/chapter11-data-access/pom.xml', '<project/>');
});

test.afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const all = [chapter, 'chapter11-data-access', 'support'];

/** Modules whose files are other ones after a change. */
function touchedBy(change: () => void): string[] {
  const before = readInputs(all, root);
  change();
  const after = readInputs(all, root);
  return all.filter(
    (module) => JSON.stringify(before.get(module)) !== JSON.stringify(after.get(module)),
  );
}

test.describe('a module depends on', () => {
  test('its own files, tracked by Git or not yet, but nothing that a build wrote', () => {
    expect(
      touchedBy(() => write(`examples/${chapter}/src/main/java/Book.java`, 'class Book { }\n')),
    ).toEqual([chapter]);
    expect(touchedBy(() => write(`examples/${chapter}/output/new.txt`, ''))).toEqual([chapter]);
    expect(touchedBy(() => rmSync(join(root, `examples/${chapter}/output/new.txt`)))).toEqual([
      chapter,
    ]);
    expect(touchedBy(() => write(`examples/${chapter}/target/book.jar`, ''))).toEqual([]);
  });

  test('a file that was deleted without telling Git is gone', () => {
    spawnSync('git', ['add', '.'], { cwd: root });
    const gone = (): void => rmSync(join(root, `examples/${chapter}/src/main/java/Book.java`));
    expect(touchedBy(gone)).toEqual([chapter]);
  });

  test('the images of its page, which tests compare with what they draw', () => {
    expect(touchedBy(() => write(`static/img/${chapter}/tree.svg`, '<svg/>'))).toEqual([chapter]);
  });

  test('what all modules share, but neither on what tests that nor on the list of modules', () => {
    expect(
      touchedBy(() => write('examples/support/src/main/java/Recording.java', 'class R {}')),
    ).toEqual(all);
    expect(touchedBy(() => write('examples/pom.xml', `${parentPom}<x/>`))).toEqual(all);
    expect(touchedBy(() => write('examples/support/src/test/java/RecordingTest.java', ''))).toEqual(
      ['support'],
    );
    const longer = `${parentPom}<x/>`.replace('</modules>', '<module>b</module></modules>');
    expect(touchedBy(() => write('examples/pom.xml', longer))).toEqual([]);
  });

  test('the servers of parts if it asks for them, but not on what tests these', () => {
    write(
      `examples/${chapter}/pom.xml`,
      '<project><properties><book.parts.skip>false</book.parts.skip></properties></project>',
    );
    const server = 'examples/parts/src/main/java/KafkaBroker.java';
    expect(touchedBy(() => write(server, 'class KafkaBroker {}'))).toEqual([chapter]);
    expect(touchedBy(() => write('examples/parts/kafka/pom.xml', '<project/>'))).toEqual([chapter]);
    expect(touchedBy(() => write('examples/parts/src/test/java/KafkaTest.java', ''))).toEqual([]);
  });

  test('text, whatever its line endings', () => {
    const windows = (): void =>
      write(`examples/${chapter}/src/main/java/Book.java`, 'class Book {}\r\n');
    expect(touchedBy(windows)).toEqual([]);
  });

  test('what only Git can list: elsewhere one line says so', () => {
    rmSync(join(root, '.git'), { recursive: true });
    expect(() => readInputs(all, root)).toThrow(/^无法用 git 列出示例的文件：.*$/);
  });
});

test('versions are read off a class path, on Windows too', () => {
  const unix =
    '/h/.m2/repository/org/springframework/boot/spring-boot/9.8.7/spring-boot-9.8.7.jar:/x/target/classes:/h/.m2/repository/a/b/1/b-1-tests.jar';
  expect(versionsOnClassPath(unix)).toEqual({ 'a:b': '1', [boot]: '9.8.7' });
  const windows =
    'C:\\x\\target\\classes;C:\\h\\.m2\\repository\\com\\h2database\\h2\\2.4\\h2-2.4.jar';
  expect(versionsOnClassPath(windows)).toEqual({ 'com.h2database:h2': '2.4' });
});

/** Writes a Surefire report of the chapter with some test cases in it. */
function report(cases: string, version = '9.8.7'): void {
  const jar = `/m2/repository/org/springframework/boot/spring-boot/${version}/spring-boot-${version}.jar`;
  write(
    `examples/${chapter}/target/surefire-reports/TEST-a.BookTest.xml`,
    // Surefire writes tests="0" for a @ParameterizedClass: only the test cases tell.
    `<testsuite name="a.BookTest" tests="0"><properties>
    <property name="java.version" value="25.0.3"/>
    <property name="surefire.test.class.path" value="/x/classes:${jar}"/>
  </properties>${cases}</testsuite>`,
  );
}

const passing = '<testcase name="reads" classname="a.BookTest" time="1"/>';

test.describe('a report', () => {
  test('names tests by class and method, however they are shown or repeated', () => {
    report(`${passing}
      <testcase name="adds(int)[1]" classname="a.BookTest" time="1"/>
      <testcase name="adds(int)[2]" classname="a.BookTest" time="1"/>
      <testcase name="exercises()[1]" classname="a.BookTest" time="1"/>
      <testcase name="finds" classname="a.BookTest$Shelf[1]" time="1"/>
      <testcase name="finds" classname="a.BookTest$Shelf[2]" time="1"/>`);
    expect(readTestRun(join(root, 'examples', chapter))).toMatchObject({
      count: 6,
      failed: 0,
      tests: {
        'a.BookTest': { adds: 2, exercises: 1, reads: 1 },
        'a.BookTest$Shelf': { finds: 2 },
      },
    });
  });

  test('is not misled by what a test prints', () => {
    report(
      '<testcase name="reads" classname="a.BookTest" time="1"><system-out><![CDATA[<testcase name="x"><failure/></testcase>]]></system-out></testcase>',
    );
    expect(readTestRun(join(root, 'examples', chapter))).toMatchObject({ count: 1, failed: 0 });
  });

  test('tells what failed and what was skipped', () => {
    report(`${passing}
      <testcase name="a" classname="a.BookTest"><failure>no</failure></testcase>
      <testcase name="b" classname="a.BookTest"><error/></testcase>
      <testcase name="c" classname="a.BookTest"><skipped/></testcase>`);
    expect(readTestRun(join(root, 'examples', chapter))).toMatchObject({
      count: 4,
      failed: 2,
      skipped: 1,
      failures: ['a.BookTest#a', 'a.BookTest#b'],
    });
  });
});

function run(changes: Partial<ModuleRun> = {}): ModuleRun {
  const files = readInputs([chapter], root).get(chapter) ?? {};
  return {
    ...{ module: chapter, outcome: 'success', tests: 1, skipped: 0, failures: [], files },
    ...changes,
  };
}

test.describe('a run', () => {
  test.beforeEach(() => report(passing));

  test('is proven with tests, versions and files; the same again changes nothing', () => {
    expect(proveRun(run(), false, root)).toEqual({ kind: 'written' });
    const proof = readProof(root, chapter);
    expect(proof).toMatchObject({
      java: '25.0.3',
      tests: { 'a.BookTest': { reads: 1 } },
      classPath: { [boot]: '9.8.7' },
    });
    expect(Object.keys(proof?.files ?? {})).toEqual([
      `examples/${chapter}/pom.xml`,
      `examples/${chapter}/src/main/java/Book.java`,
      'examples/pom.xml',
      'examples/support/pom.xml',
      'examples/support/src/main/java/Recording.java',
    ]);
    const file = join(root, `src/data/proofs/${chapter}.json`);
    const dated = readFileSync(file, 'utf8').replace(/"date": "[^"]*"/, '"date": "2001-01-01"');
    writeFileSync(file, dated.replace('25.0.3', '25.0.1'));
    expect(proveRun(run(), false, root)).toEqual({ kind: 'unchanged' });
    expect(proveRun(run(), true, root)).toEqual({ kind: 'unchanged' });
    expect(readProof(root, chapter)?.date).toBe('2001-01-01');
  });

  test('where CI=true writes nothing, and refuses a proof that says something else', () => {
    const missing = proveRun(run(), true, root);
    expect(missing.kind).toBe('refused');
    expect(readProof(root, chapter)).toBeUndefined();
    proveRun(run(), false, root);
    report(passing.replace('reads', 'lends'));
    expect(proveRun(run(), true, root)).toEqual({
      kind: 'refused',
      reason: `${chapter} 的证明与这次测得的不一致，在本机运行 npm run examples -- ${chapter} 并提交它写的证明：
  测试 a.BookTest#reads：提交的是 1 次，测得 （无）
  测试 a.BookTest#lends：提交的是 （无），测得 1 次`,
    });
    expect(readProof(root, chapter)?.tests).toEqual({ 'a.BookTest': { reads: 1 } });
  });

  test('proves nothing if files changed under it, or an output came from nowhere', () => {
    const started = run();
    write(`examples/${chapter}/src/main/java/Book.java`, 'class Book { }\n');
    expect(proveRun(started, false, root).reason).toContain('的文件在运行时变了');
    write(`examples/${chapter}/output/typed.txt`, 'by hand');
    const { kind, reason } = proveRun(run(), false, root);
    expect(kind).toBe('refused');
    expect(reason).toContain('output/typed.txt 不是这次测试产生的');
    write(`examples/${chapter}/target/book/proven/typed.txt`, '');
    expect(proveRun(run(), false, root)).toEqual({ kind: 'written' });
  });

  test('with skipped tests proves nothing: no fault at home, one where CI=true', () => {
    report(`${passing}<testcase name="c" classname="a.BookTest"><skipped/></testcase>`);
    expect(proveRun(run({ skipped: 1 }), false, root)).toMatchObject({ kind: 'withheld' });
    const { kind, reason } = proveRun(run({ skipped: 1 }), true, root);
    expect(kind).toBe('refused');
    expect(reason).toContain('有 0 个测试失败、1 个被跳过（共 2 个），没有写证明');
    expect(readProof(root, chapter)).toBeUndefined();
  });

  test('on another JDK than the book is proven with is compared, never written', () => {
    const file = `examples/${chapter}/target/surefire-reports/TEST-a.BookTest.xml`;
    write(file, readFileSync(join(root, file), 'utf8').replace('25.0.3', '21.0.9'));
    expect(proveRun(run(), false, root)).toEqual({
      kind: 'withheld',
      reason: `${chapter} 在 JDK 21 上通过；证明要在 JDK 25 上写`,
    });
  });

  test('on another JDK may skip what that JDK cannot do, where CI=true as well', () => {
    report(`${passing}<testcase name="c" classname="a.BookTest"><skipped/></testcase>`);
    const file = `examples/${chapter}/target/surefire-reports/TEST-a.BookTest.xml`;
    write(file, readFileSync(join(root, file), 'utf8').replace('25.0.3', '21.0.9'));
    write(`examples/${chapter}/output/new.txt`, 'of the test that was skipped');
    expect(proveRun(run({ skipped: 1 }), true, root)).toEqual({
      kind: 'withheld',
      reason: `${chapter} 在 JDK 21 上通过，跳过了 1 个；证明要在 JDK 25 上写`,
    });
  });
});

/** A proof of a module as its files stand. */
function proofOf(module: string, changes: Partial<Proof> = {}): Proof {
  return {
    date: '2031-02-03',
    java: '25.0.3',
    tests: { 'a.BookTest': { reads: 1 } },
    classPath: { [boot]: '9.8.7' },
    files: readInputs([module], root).get(module) ?? {},
    ...changes,
  };
}

test.describe('a committed proof', () => {
  test.beforeEach(() => {
    for (const module of all) writeProof(module, proofOf(module), root);
    const proofs = new Map(all.map((module) => [module, proofOf(module)]));
    writeVersions(collectVersions(proofs, root), root);
  });

  test('holds for what was proven, and nothing else: one line names module and files', () => {
    expect(checkProofs(root)).toEqual([]);
    write(`examples/${chapter}/src/main/java/Book.java`, 'class Book { }\n');
    write(`examples/${chapter}/new.txt`, '');
    const book = `examples/${chapter}/src/main/java/Book.java`;
    expect(checkProofs(root)).toEqual([
      `${chapter}：2031-02-03 的证明之后改了 ${book}；多了 examples/${chapter}/new.txt。运行 npm run examples -- ${chapter}`,
    ]);
    rmSync(join(root, book));
    expect(checkProofs(root)[0]).toContain(`少了 ${book}`);
  });

  test('names the first files of many', () => {
    for (let index = 1; index <= 7; index++) write(`examples/${chapter}/new${index}.txt`, '');
    expect(checkProofs(root)[0]).toMatch(/new5\.txt 等 7 个文件。/);
  });

  test('of another JDK does not hold; one that is missing or left over is said', () => {
    writeProof(chapter, proofOf(chapter, { java: '21.0.9' }), root);
    rmSync(join(root, 'src/data/proofs/support.json'));
    writeProof('chapter07-gone', proofOf(chapter), root);
    expect(checkProofs(root)).toEqual([
      'support：还没有证明。运行 npm run examples -- support',
      `${chapter}：证明来自 JDK 21，本书用 JDK 25 证明。运行 npm run examples -- ${chapter}`,
      'src/data/proofs/chapter07-gone.json：examples/ 里没有这个模块，删掉这个文件',
    ]);
  });

  test('and the printed versions agree', () => {
    const newer = proofOf('chapter11-data-access', { classPath: { 'com.h2database:h2': '3' } });
    writeProof('chapter11-data-access', newer, root);
    expect(checkProofs(root)).toEqual([
      'src/data/versions.json 的 h2 是 （无），证明里是 3。运行 npm run examples',
      'src/data/versions.json 的 com.h2database:h2 是 （无），证明里是 H2 3。运行 npm run examples',
    ]);
  });

  test('two modules with two versions of a named library are one clear line', () => {
    const proofs = new Map([
      ['one', proofOf(chapter)],
      ['two', proofOf(chapter, { classPath: { [boot]: '9.8.8' } })],
    ]);
    expect(() => collectVersions(proofs, root)).toThrow(
      `examples/two 用了 ${boot} 9.8.8，别的章用 9.8.7：请在 examples/pom.xml 统一版本`,
    );
  });

  test('sums up what a page says of it', () => {
    const files = { [`examples/${chapter}/exercises/one/pom.xml`]: 'x' };
    const tests = { 'a.A': { x: 2, y: 1 }, 'a.B': { z: 1 } };
    expect(summaryOf(proofOf(chapter, { files, tests }))).toEqual({
      springBoot: '9.8.7',
      jdk: '25',
      date: '2031-02-03',
      tests: 4,
      exercises: 1,
    });
  });

  test('differs by tests, versions and files, not by day or update of the JDK', () => {
    const other = proofOf(chapter, { date: '2031-02-04', java: '25.0.4' });
    expect(proofDifferences(proofOf(chapter), other)).toEqual([]);
    expect(
      proofDifferences(proofOf(chapter), { ...other, classPath: { [boot]: '9.8.8' } }),
    ).toEqual([`  ${boot}：提交的是 9.8.7，测得 9.8.8`]);
  });
});

test.describe('what is run', () => {
  test.beforeEach(() => writeProof(chapter, proofOf(chapter), root));

  function choices(...args: readonly string[]): string[] {
    const states: ProofState[] = [
      { module: 'support', files: {}, reason: '还没有证明' },
      { module: chapter, files: { a: 'x' }, proof: proofOf(chapter) },
    ];
    return choose(readRequest(args, root), states, root).map(
      ({ state, run, reason }) => `${run ? '运行' : '信任'} ${state.module} ${reason}`,
    );
  }

  test('is what is stale; the rest is trusted, and why', () => {
    expect(choices()).toEqual([
      '运行 support 还没有证明',
      `信任 ${chapter} 2031-02-03 在 Spring Boot 9.8.7、JDK 25.0.3 上通过 1 个测试，它依赖的 1 个文件没有变`,
    ]);
  });

  test('is everything, or what is named by its beginning', () => {
    expect(choices('--all')).toEqual(['运行 support 还没有证明', `运行 ${chapter} --all`]);
    expect(choices('chapter08')).toEqual([`运行 ${chapter} 点了名`]);
  });

  test('is also what was proven since a commit', () => {
    const git = (...args: readonly string[]) =>
      spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
        cwd: root,
      });
    git('add', '.');
    git('commit', '--quiet', '-m', 'x');
    expect(choices('--since', 'HEAD')[1]).toMatch(/^信任/);
    writeProof(chapter, proofOf(chapter, { date: '2031-02-04' }), root);
    git('commit', '--quiet', '-a', '-m', 'y');
    expect(choices('--since', 'HEAD~1')[1]).toBe(`运行 ${chapter} 证明是 HEAD~1 之后写的`);
    expect(() => choices('--since', 'nowhere')).toThrow(/^--since nowhere：这个仓库里没有这个提交/);
  });

  test('is refused in one line when it is not understood', () => {
    expect(() => choices('chapter99')).toThrow(/^examples\/ 里没有 chapter99，已有：support、/);
    expect(() => choices('--fast')).toThrow('不认识的参数 --fast');
    expect(() => choices('--jobs')).toThrow('--jobs 后面要有一个正整数');
    expect(() => choices('--jobs', '0.5')).toThrow('--jobs 后面要有一个正整数');
    expect(readRequest(['--all', '--jobs', '2'], root)).toMatchObject({ all: true, jobs: 2 });
    expect(() => choices('--since')).toThrow('--since 后面要有一个提交');
    expect(() => choices('--all', 'chapter08')).toThrow('模块名不能与 --all、--since 同时写');
  });
});

test.describe('a test that a page names', () => {
  const path = `docs/chapters/${chapter}.mdx`;
  const page = (source: string) => parsePage(path, source);

  test('is found by the simple name of its class, nested or not', () => {
    const proof = proofOf(chapter, { tests: { 'a.b.Outer$Inner': { reads: 1 } } });
    for (const type of ['Outer', 'Inner', 'Outer.Inner']) {
      expect(hasPassed(proof, type, 'reads')).toBe(true);
      expect(hasPassed(proof, type, 'toString')).toBe(false);
    }
    expect(hasPassed(proof, 'Other', 'reads')).toBe(false);
    expect(hasPassed(proof, 'b', 'reads')).toBe(false);
  });

  test('is read off every element that names one', async () => {
    const source = `<Reproduced test="faq/A#one" />\n\n<Practice bad="m/B#two" good="m/B#three" />\n\n<Proof test="Outer.Inner.four" />\n`;
    expect(namedTests(await page(source))).toEqual([
      { module: 'faq', type: 'A', method: 'one', line: 1 },
      { module: 'm', type: 'B', method: 'two', line: 3 },
      { module: 'm', type: 'B', method: 'three', line: 3 },
      { module: chapter, type: 'Outer.Inner', method: 'four', line: 5 },
    ]);
  });

  test('must have run, itself or where a subclass inherits it', async () => {
    const tests = { 'a.OnH2Test': { deducts: 1 } };
    writeProof(chapter, proofOf(chapter, { tests }), root);
    write(
      `examples/${chapter}/src/test/java/a/OnH2Test.java`,
      'class OnH2Test extends Database {}\nclass Database extends BookContract {}\n',
    );
    const findings = async (name: string) =>
      checkNamedTests(await page(`<Proof test="${name}" />`), root);
    expect(await findings('OnH2Test.deducts')).toEqual([]);
    expect(await findings('BookContract.deducts')).toEqual([]);
    expect(await findings('BookContract.lends')).toEqual([
      {
        path,
        line: 1,
        message: `测试 ${chapter}/BookContract#lends 没有在 2031-02-03 的证明里：名字写错了，或者写它之后还没有运行 npm run examples -- ${chapter}`,
      },
    ]);
  });

  test('is left out while its module has no proof, which is said elsewhere', async () => {
    expect(checkNamedTests(await page('<Proof test="A.b" />'), root)).toEqual([]);
  });
});

test.describe('the stamp on a page', () => {
  async function compile(source: string): Promise<string> {
    const { compile: compileMdx } = await import('@mdx-js/mdx');
    const { VFile } = await import('vfile');
    const file = new VFile({ path: join(root, `docs/chapters/${chapter}.mdx`), value: source });
    try {
      const options = { root };
      return String(await compileMdx(file, { jsx: true, remarkPlugins: [[stamp, options]] }));
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  const source = `<Head>\n\n<Stamp chapter="${chapter}" />\n\n</Head>\n`;

  test('says what the proof says', async () => {
    writeProof(chapter, proofOf(chapter), root);
    const compiled = await compile(source);
    for (const text of ['springBoot="9.8.7"', 'jdk="25"', 'tests="1"', 'date="2031-02-03"']) {
      expect(compiled).toContain(text);
    }
    expect(compiled).not.toContain('BookTest');
  });

  test('stops the build where there is no proof', async () => {
    expect(await compile(source)).toBe(
      `docs/chapters/${chapter}.mdx:3 <Stamp chapter="${chapter}" />：这个模块没有证明，已有：无。请先运行 npm run examples -- ${chapter}`,
    );
  });
});
