/** The authors' commands on a small book with one thing wrong: one Chinese line, no stack, status 1, nothing left behind. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';

const page = 'docs/chapters/chapter08-restful-api.mdx';
const unclosed =
  '---\ntitle: 第 8 章\n---\n\n## 资源 {#resources}\n\n<Deep title="深">\n\n一段。\n';
const failed = (stderr: string) => ({ status: 1, stdout: '', stderr });

let root: string;

test.beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'author-commands-'));
});

test.afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** Runs a script of `scripts/` in the small book. */
function runScript(script: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [require.resolve('tsx/cli'), resolve('scripts', script), ...args],
    { cwd: root, encoding: 'utf8', timeout: 30_000 },
  );
  return { status, stdout, stderr };
}

test('a page that cannot be read is one line of every command that reads all pages', () => {
  write(page, unclosed);
  const line = `${page}:7 页面不是有效的 MDX，请改这一行的标签或花括号：Expected a closing tag for \`<Deep>\` (7:1-7:17)\n`;
  for (const script of [
    'content/runChanges.ts',
    'content/runLinks.ts',
    'examples/runFigures.ts',
    'examples/runSources.ts',
    'examples/runCheckProofs.ts',
  ]) {
    expect(runScript(script), script).toEqual(failed(line));
  }
  expect(existsSync(join(root, 'src'))).toBe(false);
});

test('a data file that is no JSON is one line with its name', () => {
  write(page, '---\ntitle: 第 8 章\n---\n');
  write('examples/pom.xml', '<maven.compiler.release>21</maven.compiler.release>');
  spawnSync('git', ['init', '--quiet'], { cwd: root });
  for (const [file, script] of [
    ['src/data/claims.json', 'content/runCheckPages.ts'],
    ['src/data/versions.json', 'examples/runCheckProofs.ts'],
  ] as const) {
    write(file, '<<<<<<< HEAD\n{}\n');
    const { status, stderr } = runScript(script);
    const said = `${join(root, file)} 不是有效的 JSON，请改正（有 <<<<<<< 就先解决合并冲突）：`;
    expect(stderr.slice(0, said.length)).toBe(said);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(1);
    rmSync(join(root, file));
  }
});

test('a command that takes no arguments refuses them', () => {
  for (const [script, name] of [
    ['content/runChanges.ts', 'changes'],
    ['content/runLinks.ts', 'links'],
    ['examples/runSources.ts', 'sources'],
    ['examples/runCheckProofs.ts', 'check:proofs'],
  ] as const) {
    const line = `npm run ${name} 不接受参数，请去掉 chapter08 --all\n`;
    expect(runScript(script, 'chapter08', '--all')).toEqual(failed(line));
  }
  expect(runScript('examples/runFigures.ts', '--json', 'x')).toEqual(
    failed('不认识的参数 --json x，只能是 --json\n'),
  );
  expect(runScript('examples/runCanary.ts', '4.2.0-M1', 'chapter08')).toEqual(
    failed('金丝雀构建全部模块，只能写一个版本，请去掉 chapter08\n'),
  );
});

test.describe('chapter:new', () => {
  const pom = '<project>\n  <modules>\n    <module>support</module>\n  </modules>\n</project>\n';

  test('one name at a time', () => {
    expect(runScript('examples/runNewChapter.ts', 'chapter08-restful-api', 'chapter09')).toEqual(
      failed('一次只建一章，写成 npm run chapter:new -- chapter09-validation\n'),
    );
  });

  test('a name that is not in the list of chapters: how to add one when all are written', () => {
    write('docs/chapters/keep', '');
    const { stderr } = runScript('examples/runNewChapter.ts', '第九章');
    expect(stderr).toContain('没有 第九章，还没写的有：chapter00-preface、');
    for (const id of stderr.trim().replace(/^.*：/, '').split('、')) {
      write(`docs/chapters/${id}.mdx`, '');
    }
    expect(runScript('examples/runNewChapter.ts', '第九章')).toEqual(
      failed('章节表 src/book/chapters.ts 里没有 第九章，表里的都写了：先把新的一章加进表里\n'),
    );
  });

  test('nothing is left when a file cannot be written', () => {
    write('examples/pom.xml', pom);
    write('docs/chapters', 'a file where the folder should be');
    const { status, stdout, stderr } = runScript(
      'examples/runNewChapter.ts',
      'chapter08-restful-api',
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^没有建成，没有改动任何文件：.*docs\/chapters.*\n$/);
    expect(readdirSync(join(root, 'examples'))).toEqual(['pom.xml']);
    expect(readFileSync(join(root, 'examples/pom.xml'), 'utf8')).toBe(pom);
  });
});

test('asking the search of a site that is not built is one line', () => {
  expect(runScript('search/query.ts', '事务')).toEqual(
    failed('build/search-index 里没有搜索索引：请先运行 npm run build\n'),
  );
});

test('serving refuses what it does not know, and a folder without a site', () => {
  const usage = '写成 npm run serve -- [--port 4000] [--dir build]\n';
  for (const args of [['--prot', '4000'], ['--port'], ['4000']]) {
    expect(runScript('serve.ts', ...args), args.join()).toEqual(failed(usage));
  }
  expect(runScript('serve.ts')).toEqual(
    failed('build/ 里没有构建好的网站，请先运行 npm run build\n'),
  );
});

test('the book is not built before a wrong port is refused', () => {
  const line = '--port 的值 "x" 无效：需要 1 到 65535 的整数，例如 --port 4000\n';
  expect(runScript('book.ts', '--port', 'x')).toEqual(failed(line));
});
