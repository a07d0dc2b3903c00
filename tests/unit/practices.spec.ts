/** Compiles rules in a small repository and looks at what the practices plugin says or adds. */
import { expect, test } from '@playwright/test';
import practices from '../../src/book/entries/practices';
import { compilePage, writeFiles, type Files } from '../support/smallBook';

const testClass = [
  'class WiringTest {',
  '',
  '    @Test',
  '    void fieldIsNull() {',
  '        check("field.txt");',
  '    }',
  '',
  '    @Test',
  '    void testedWithoutSpring() {',
  '    }',
  '',
  '    void helper() {',
  '    }',
  '}',
  '',
].join('\n');

const files: Files = {
  'examples/wiring/output/field.txt': 'NullPointerException\n',
  'examples/wiring/output/other.txt': 'nobody records this\n',
  'examples/elsewhere/Stock.java': 'class Stock {}\n',
  'examples/wiring/src/test/java/com/example/WiringTest.java': testClass,
  'docs/chapters/chapter01-introduction.mdx': '# 第 1 章\n',
};

const rule = [
  '### 用构造器注入 {#constructor}',
  '**反例**：字段注入。',
  '```text file=/wiring/output/field.txt\n```',
  '**正例**：构造器注入。',
  '```java file=/wiring/src/test/java/com/example/WiringTest.java\n```',
  '**边界**：测试类里可以用字段。',
  '<Practice bad="wiring/WiringTest#fieldIsNull" good="wiring/WiringTest#testedWithoutSpring" chapter="chapter01-introduction" />',
];

/** The rule with one of its parts replaced. */
function ruleWith(part: number, replacement: string): string {
  return rule.map((text, index) => (index === part ? replacement : text)).join('\n\n');
}

/** The compiled page, or the message that stops the build. */
async function compile(
  folder: string,
  source: string,
  path = 'appendix/best-practices.mdx',
): Promise<string> {
  writeFiles(folder, files);
  return compilePage(folder, path, source, [[practices, { root: folder }]]);
}

test('a rule gets the places of its two tests and its chapter', async ({}, { outputDir }) => {
  const page = await compile(outputDir, rule.join('\n\n'));
  expect(page).toContain('badPath="examples/wiring/src/test/java/com/example/WiringTest.java"');
  expect(page).toContain('badLine="4"');
  expect(page).toContain('goodPath="examples/wiring/src/test/java/com/example/WiringTest.java"');
  expect(page).toContain('goodLine="9"');
  expect(page).toContain('written="true"');
});

const good = 'good="wiring/WiringTest#testedWithoutSpring"';

const broken: readonly [string, number, string, string][] = [
  ['no counter-example', 1, '', '缺少以“**反例**：”开头的一段'],
  ['no example', 3, '', '缺少以“**正例**：”开头的一段'],
  ['no limit', 5, '', '缺少以“**边界**：”开头的一段'],
  ['no file in its counter-example', 2, '', '反例没有引用示例里的文件（file=…）'],
  ['no file in its example', 4, '', '正例没有引用示例里的文件（file=…）'],
  ['no tests', 6, '', '要有且只有一个 <Practice bad="…" good="…" />'],
  [
    'only one test',
    6,
    '<Practice bad="wiring/WiringTest#fieldIsNull" />',
    '<Practice good="">：写成 good="模块/测试类#方法"',
  ],
  [
    'a test that does not exist',
    6,
    `<Practice bad="wiring/WiringTest#fieldIsSet" ${good} />`,
    'examples/wiring/src/test/java/com/example/WiringTest.java 里没有测试方法 fieldIsSet',
  ],
  [
    'a method that is no test',
    6,
    `<Practice bad="wiring/WiringTest#helper" ${good} />`,
    'examples/wiring/src/test/java/com/example/WiringTest.java 的 helper 上没有 @Test',
  ],
  [
    'an output that its test does not record',
    2,
    '```text file=/wiring/output/other.txt\n```',
    '测试 wiring/WiringTest#fieldIsNull 不录制 examples/wiring/output/other.txt',
  ],
  [
    'code of a module that its test does not run',
    4,
    '```java file=/elsewhere/Stock.java\n```',
    '正例的 examples/elsewhere/Stock.java 不在测试 wiring/WiringTest#testedWithoutSpring 的模块里',
  ],
];

for (const [name, part, replacement, message] of broken) {
  test(`a rule with ${name} stops the build`, async ({}, { outputDir }) => {
    const expected = `appendix/best-practices.mdx:1 “用构造器注入”：${message}`;
    expect((await compile(outputDir, ruleWith(part, replacement))).split('\n')).toContain(expected);
  });
}

test('a rule that begins with its example stops the build', async ({}, { outputDir }) => {
  const [heading = '', bad = '', output = '', example = '', ...rest] = rule;
  const turned = [heading, example, output, bad, ...rest].join('\n\n');
  expect(await compile(outputDir, turned)).toContain('各段依次是反例、正例、边界');
});

test('other pages are left alone', async ({}, { outputDir }) => {
  expect(await compile(outputDir, '### 标题 {#x}', 'appendix/references.mdx')).not.toContain(
    '“标题”',
  );
});
