/** Compiles entries of an error index in a small repository and looks at what the plugin says or adds. */
import { expect, test } from '@playwright/test';
import errorIndex from '../../src/book/entries/errorIndex';
import codeRegions from '../../src/code/include';
import { compilePage, writeFiles, type Files } from '../support/smallBook';

const files: Files = {
  'examples/faq/output/port.txt': 'Web server failed to start.\n\nPort 8080 was already in use.\n',
  'examples/faq/src/test/java/com/example/StartTest.java':
    'class StartTest {\n\n    @Test\n    void portInUse() {\n        check("port.txt");\n    }\n}\n',
  'examples/faq/output/welcome.http': 'GET /\n\nHTTP/1.1 404\n\nWhitelabel Error Page\n',
  'examples/faq/pages.http': '# @name welcome\nGET /\n',
  'examples/faq/src/test/java/com/example/PageTest.java':
    'class PageTest {\n\n    @Test\n    void noPage() {\n        read("pages.http");\n    }\n}\n',
  'docs/chapters/chapter03-first-app.mdx': '# 第 3 章\n',
};

const entry = [
  '### Web server failed to start. Port … was already in use. {#port}',
  '```text file=/faq/output/port.txt kind=error\n```',
  '**原因**：被占用。',
  '**修法**：换一个。',
  '<Reproduced test="faq/StartTest#portInUse" chapter="chapter03-first-app" />',
];

/** The entry with one of its parts replaced. */
function entryWith(part: number, replacement: string): string {
  return entry.map((text, index) => (index === part ? replacement : text)).join('\n\n');
}

/** The compiled page, or the message that stops the build. */
async function compile(folder: string, source: string, path = 'appendix/faq.mdx'): Promise<string> {
  writeFiles(folder, files);
  const options = { root: folder };
  return compilePage(folder, path, source, [
    [errorIndex, options],
    [codeRegions, { ...options, versions: {} }],
  ]);
}

test('an entry gets the place of its test and its chapter', async ({}, { outputDir }) => {
  const page = await compile(outputDir, entry.join('\n\n'));
  expect(page).toContain('path="examples/faq/src/test/java/com/example/StartTest.java"');
  expect(page).toContain('line="4"');
  expect(page).toContain('written="true"');
});

test("an entry's recording is printed without its path, which the last line leads to", async ({}, {
  outputDir,
}) => {
  const page = await compile(outputDir, entry.join('\n\n'));
  expect(page).toContain('Port 8080 was already in use.');
  expect(page).not.toContain('port.txt');
});

test('a test records the exchanges of the request file it reads', async ({}, { outputDir }) => {
  const recorded = [
    '### Whitelabel Error Page {#welcome}',
    '```http file=/faq/output/welcome.http kind=error\n```',
    ...entry.slice(2, 4),
    '<Reproduced test="faq/PageTest#noPage" />',
  ].join('\n\n');
  expect(await compile(outputDir, recorded)).toContain('PageTest.java');
  const renamed = recorded.replaceAll('PageTest#noPage', 'StartTest#portInUse');
  expect(await compile(outputDir, renamed)).toContain('不录制 examples/faq/output/welcome.http');
});

const broken: readonly [string, number, string, string][] = [
  ['no recorded error', 1, '', '没有引用录制的报错原文（file=…/output/…）'],
  ['no cause', 2, '', '缺少以“**原因**：”开头的一段'],
  ['no mend', 3, '', '缺少以“**修法**：”开头的一段'],
  ['no test', 4, '', '要有且只有一个 <Reproduced test="…" />'],
  [
    'a test that does not exist',
    4,
    '<Reproduced test="faq/StartTest#portFree" />',
    'examples/faq/src/test/java/com/example/StartTest.java 里没有测试方法 portFree',
  ],
  [
    'a test class that does not exist',
    4,
    '<Reproduced test="faq/StopTest#portInUse" />',
    'examples/faq 里没有测试类 StopTest',
  ],
  [
    'a test of another form',
    4,
    '<Reproduced test="StartTest" />',
    '<Reproduced test="StartTest">：写成 test="模块/测试类#方法"',
  ],
];

for (const [name, part, replacement, message] of broken) {
  test(`an entry with ${name} stops the build`, async ({}, { outputDir }) => {
    const source = entryWith(part, replacement);
    const title = 'Web server failed to start. Port … was already in use.';
    const expected = `appendix/faq.mdx:1 “${title}”：${message}`;
    expect((await compile(outputDir, source)).split('\n')).toContain(expected);
  });
}

test('a heading that the recorded error does not hold stops the build', async ({}, {
  outputDir,
}) => {
  const source = entryWith(0, '### Port 8080 is busy {#port}');
  expect(await compile(outputDir, source)).toBe(
    'appendix/faq.mdx:1 “Port 8080 is busy”：标题不是原文，在 examples/faq/output/port.txt 里找不到',
  );
});

test('other pages are left alone', async ({}, { outputDir }) => {
  expect(await compile(outputDir, '### 标题 {#x}', 'appendix/references.mdx')).not.toContain(
    '“标题”',
  );
});
