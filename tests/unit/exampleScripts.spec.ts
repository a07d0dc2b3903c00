/** The scripts around the examples: JDK, programs, new chapters, canary. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { checkUnfilledExamples } from '../../scripts/content/checks/chapters';
import { checkListings } from '../../scripts/content/checks/readability';
import { checkUnfinished } from '../../scripts/content/checks/structure';
import { parsePage } from '../../scripts/content/pages';
import { runAlone } from '../../scripts/examples/alone';
import { readBuildLog } from '../../scripts/examples/buildLog';
import { formatCanary } from '../../scripts/examples/canary';
import { findJdk, type JdkPlaces } from '../../scripts/examples/jdk';
import { addModule, makeChapter } from '../../scripts/examples/newChapter';
import { ensurePrograms, type ProgramPlaces } from '../../scripts/examples/programs';

let root: string;

test.beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'example-scripts-'));
});

test.afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** A folder that looks like a JDK; returns its path. */
function installJdk(name: string, version: string): string {
  write(`jvm/${name}/release`, `IMPLEMENTOR="x"\nJAVA_VERSION="${version}"\n`);
  write(`jvm/${name}/bin/javac`, '');
  write(`jvm/${name}/bin/java`, '');
  return join(root, 'jvm', name);
}

function places(changes: Partial<JdkPlaces>): JdkPlaces {
  return { path: [], alternatives: () => [], ...changes };
}

test.describe('programs that tests of the examples run', () => {
  /** A machine without some programs; installing a package brings those that it is told to bring. */
  function machine(missing: string[], canInstall: boolean, brings: string[] = []) {
    const absent = new Set(missing);
    const installed: string[] = [];
    const places: ProgramPlaces = {
      has: (command) => !absent.has(command),
      canInstall: () => canInstall,
      install: (...packages) => {
        installed.push(...packages);
        for (const command of brings) absent.delete(command);
      },
    };
    return { places, installed };
  }

  test('nothing is installed where nothing is missing', () => {
    const { places, installed } = machine([], true);
    expect(ensurePrograms(places)).toBeUndefined();
    expect(installed).toEqual([]);
  });

  test('root on Debian gets the packages of the missing ones', () => {
    const { places, installed } = machine(['nginx', 'pg_dump'], true, ['nginx', 'pg_dump']);
    expect(ensurePrograms(places)).toBeUndefined();
    expect(installed).toEqual(['nginx', 'postgresql-client']);
  });

  test('elsewhere one line says what to install', () => {
    const { places, installed } = machine(['nginx'], false);
    expect(ensurePrograms(places)).toMatch(/^没有找到 nginx（Debian 的 nginx）：请安装.*$/);
    expect(installed).toEqual([]);
  });

  test('what the packages did not bring is still said', () => {
    const { places } = machine(['nginx', 'curl'], true, ['curl']);
    const said = ensurePrograms(places);
    expect(said).toContain('nginx');
    expect(said).not.toContain('curl');
  });
});

test.describe('the JDK', () => {
  test('JAVA_HOME wins if it is new enough', () => {
    const javaHome = installJdk('jdk-21', '21.0.5');
    installJdk('jdk-25', '25.0.1');
    const found = findJdk(places({ javaHome, path: [join(javaHome, 'bin')] }));
    expect(found).toEqual({ home: javaHome, feature: 21 });
  });

  test('a sibling of the linked default is found, 25 before newer ones', () => {
    const default17 = installJdk('jdk-17', '17.0.15');
    installJdk('jdk-26', '26');
    const preferred = installJdk('jdk-25', '25.0.3');
    mkdirSync(join(root, 'bin'));
    symlinkSync(join(default17, 'bin/java'), join(root, 'bin/java'));
    const found = findJdk(places({ javaHome: default17, path: [join(root, 'bin')] }));
    expect(found).toEqual({ home: preferred, feature: 25 });
  });

  test('the alternatives are asked too', () => {
    const home = installJdk('jdk-22', '22');
    const found = findJdk(places({ alternatives: () => [join(home, 'bin/java')] }));
    expect(found.feature).toBe(22);
  });

  test('none that is new enough is one clear line', () => {
    const javaHome = installJdk('jdk-17', '17.0.15');
    write('jvm/jre-25/release', 'JAVA_VERSION="25"\n');
    const message = `示例需要 JDK 21 或更新版本，只找到 ${javaHome}（JDK 17）：请安装 JDK 25，并把 JAVA_HOME 指向它`;
    expect(() => findJdk(places({ javaHome, path: [join(javaHome, 'bin')] }))).toThrow(message);
    expect(() => findJdk(places({}))).toThrow('没有找到任何 JDK');
  });
});

const chapter = 'chapter08-restful-api';

test.describe('a new chapter', () => {
  const pom =
    '<modules>\n    <module>support</module>\n    <module>chapter11-data-access</module>\n  </modules>\n';

  test('has page, module, test and exercise, registered in order, all of it refused until filled', async () => {
    write('examples/pom.xml', pom);
    const written = makeChapter(chapter, root);
    const modules = [
      ...readFileSync(join(root, 'examples/pom.xml'), 'utf8').matchAll(/<module>(.*)</g),
    ];
    expect(modules.map(([, name]) => name)).toEqual(['support', chapter, 'chapter11-data-access']);
    const pagePath = `docs/chapters/${chapter}.mdx`;
    expect(written).toContain(pagePath);
    const source = readFileSync(join(root, pagePath), 'utf8');
    expect(source).toContain('title: 第 8 章 RESTful API');
    expect(checkUnfinished(await parsePage(pagePath, source)).length).toBeGreaterThan(5);
    const refused = checkUnfilledExamples(root).map(({ path }) => path);
    for (const file of [
      'src/main/java',
      'src/test/java',
      'exercises/first-exercise/src/test',
      'pom.xml',
    ]) {
      expect(refused.some((path) => path.startsWith(`examples/${chapter}/${file}`))).toBe(true);
    }
    const left = written.filter((path) => readFileSync(join(root, path), 'utf8').includes('{{'));
    expect(left).toEqual([]);
  });

  test('is refused without writing anything if it is unknown or stands already', () => {
    write('examples/pom.xml', pom);
    expect(() => makeChapter('chapter99-nothing', root)).toThrow(
      '没有 chapter99-nothing，还没写的有',
    );
    write(`examples/${chapter}/keep.txt`, '');
    expect(() => makeChapter(chapter, root)).toThrow('已经存在，没有改动任何文件');
    expect(readFileSync(join(root, 'examples/pom.xml'), 'utf8')).toBe(pom);
  });

  test('made anew after it was thrown away by hand is registered once, or Maven would refuse it', () => {
    write('examples/pom.xml', pom);
    makeChapter(chapter, root);
    rmSync(join(root, 'examples', chapter), { recursive: true });
    rmSync(join(root, 'docs'), { recursive: true });
    expect(makeChapter(chapter, root)).toContain('examples/pom.xml');
    const registered = readFileSync(join(root, 'examples/pom.xml'), 'utf8').split(chapter);
    expect(registered).toHaveLength(2);
  });

  test('has nothing to mend but what is marked, and what only its author knows', async () => {
    write('examples/pom.xml', pom);
    makeChapter(chapter, root);
    const pagePath = `docs/chapters/${chapter}.mdx`;
    const page = await parsePage(pagePath, readFileSync(join(root, pagePath), 'utf8'));
    expect(checkListings(page, root)).toEqual([]);
  });

  test('a reactor without modules is one clear line', () => {
    expect(() => addModule('<project/>', chapter)).toThrow('没有 <modules>');
  });
});

test('the canary names per module what broke first', () => {
  const log = `[INFO] Reactor Build Order:
[INFO] ---------------< com.example:chapter03-first-app >---------------
[INFO] Building 第 3 章 第一个应用 1.0.0                              [2/3]
[INFO] BUILD of no interest
[INFO] ---------------< com.example:chapter08-restful-api >---------------
[INFO] Building 第 8 章 RESTful API 1.0.0                              [3/3]
[ERROR] COMPILATION ERROR : 
[INFO] -------------------------------------------------------------
[ERROR] Book.java:[3,8] package org.springframework.gone does not exist
[ERROR] Book.java:[9,1] another
[INFO] ------------------------< com.example:faq >------------------------
[INFO] Building 附录 报错索引 1.0.0                                      [4/4]
[INFO] Reactor Summary for 示例 1.0.0:
[INFO]
[INFO] 第 3 章 第一个应用 ............................. SUCCESS [  2.1 s]
[INFO] 第 8 章 RESTful API ............................ FAILURE [01:14 min]
[INFO] chapter11-data-access ......................... SKIPPED
[INFO] 附录 报错索引 .................................... FAILURE [01:02 h]
[INFO] ------------------------------------------------------------------------
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal compiler (default) on project chapter08-restful-api: Compilation failure
[ERROR] Failed to execute goal on project faq: Could not resolve dependencies: gone:jar:9 -> [Help 1]
[ERROR] `;
  const results = readBuildLog(log);
  expect(results).toEqual([
    { module: 'chapter03-first-app', outcome: 'success', seconds: 2.1 },
    {
      module: chapter,
      outcome: 'failure',
      seconds: 74,
      firstError: 'Book.java:[3,8] package org.springframework.gone does not exist',
    },
    { module: 'chapter11-data-access', outcome: 'skipped' },
    {
      module: 'faq',
      outcome: 'failure',
      seconds: 3720,
      firstError: 'Could not resolve dependencies: gone:jar:9',
    },
  ]);
  expect(formatCanary('9.9.0-M1', results)).toContain(
    `| ${chapter} | 失败 | Book.java:[3,8] package org.springframework.gone does not exist |`,
  );
});

test('of modules built at once each keeps its own outcome', () => {
  const log = `[INFO] -----< com.example:chapter03-first-app >-----
[INFO] -----< com.example:chapter08-restful-api >-----
[INFO] Building 第 8 章 RESTful API 1.0.0 [3/3]
[INFO] Building 第 3 章 第一个应用 1.0.0 [2/3]
[INFO] 第 3 章 第一个应用 ............................. SUCCESS [  2.1 s]
[INFO] 第 8 章 RESTful API ............................ FAILURE [  3.0 s]`;
  const names = new Map([
    ['第 3 章 第一个应用', 'chapter03-first-app'],
    ['第 8 章 RESTful API', chapter],
  ]);
  expect(readBuildLog(log, names)).toEqual([
    { module: 'chapter03-first-app', outcome: 'success', seconds: 2.1 },
    { module: chapter, outcome: 'failure', seconds: 3 },
  ]);
});

test('the canary names the dependencies that no repository has, not the code', () => {
  const build = (said: string): string => `[INFO] -----< com.example:faq >-----
[INFO] Building 附录 报错索引 1.0.0
[INFO] 附录 报错索引 ...... FAILURE [  0.1 s]
[ERROR] Failed to execute goal on project faq: Could not resolve dependencies for project com.example:faq:jar:1.0.0: ${said} -> [Help 1]`;
  const said = (text: string): string | undefined => readBuildLog(build(text))[0]?.firstError;
  expect(
    said(
      'The following artifacts could not be resolved: org.example:one:jar:9-M1, org.example:two:jar:9-M1: Could not find artifact org.example:one:jar:9-M1 in central (https://repo.example.org)',
    ),
  ).toBe('仓库里没有 one:9-M1、two:9-M1，代码还没有编译');
  expect(
    said('Could not find artifact org.example:one:jar:9-M1 in central (https://repo.example.org)'),
  ).toBe('仓库里没有 one:9-M1，代码还没有编译');
});

test.describe('one run at a time', () => {
  test('a second run is refused while the first one runs', () => {
    const file = join(root, '.tmp', 'upgrade.pid');
    const finished = runAlone('npm run upgrade', file);
    expect(() => runAlone('npm run upgrade', file)).toThrow(
      `另一个 npm run upgrade 正在运行（进程 ${process.pid}）`,
    );
    finished();
    expect(existsSync(file)).toBe(false);
    runAlone('npm run upgrade', file)();
  });

  for (const left of ['', String(2 ** 31 - 1)]) {
    test(`what a killed run left does not count: "${left}"`, () => {
      write('upgrade.pid', left);
      const file = join(root, 'upgrade.pid');
      const finished = runAlone('npm run upgrade', file);
      expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
      finished();
    });
  }
});
