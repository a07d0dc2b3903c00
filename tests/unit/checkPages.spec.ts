/** What `npm run check:pages` finds in a small book, and which pages a typed name means. */
import { expect, test } from '@playwright/test';
import { findPageProblems, pagesNamed } from '../../scripts/content/checkPages';
import { formatProblem } from '../../scripts/content/problem';
import { readInclude } from '../../src/code/include/include';
import { readQuestions } from '../../src/search/build/questions';
import { writeFiles, type Files } from '../support/smallBook';

const files: Files = {
  'docs/intro.mdx': '---\ntitle: 首页\n---\n\n这本书写得很轻松。\n',
  'docs/chapters/chapter08-restful-api.mdx': '---\ntitle: 第 8 章\n---\n\n## 资源\n',
  'appendix/faq.mdx':
    '---\ntitle: 报错\n---\n\n### 这不是原文 {#a}\n\n```text file=/chapter08/output/a.txt\n```\n\n**原因**：甲\n',
  'examples/chapter08/output/a.txt': 'java.lang.IllegalStateException: 甲\n',
};

/** Writes the small book. */
function bookIn(folder: string, more: Files = {}): string {
  writeFiles(folder, { ...files, ...more });
  return folder;
}

async function findings(root: string, only: readonly string[]): Promise<string[]> {
  return (await findPageProblems(root, only)).map(formatProblem);
}

test('a finding names the file, the line and the mend', async ({}, testInfo) => {
  const found = await findings(bookIn(testInfo.outputDir), []);
  expect(found).toContain('docs/intro.mdx:5 空话“轻松”，请删掉');
  expect(found.every((line) => !line.includes('\n'))).toBe(true);
});

const chapter = 'docs/chapters/chapter08-restful-api.mdx';
const unreadable: readonly (readonly [string, string, string])[] = [
  ['a tag', '---\ntitle: 坏\n---\n\n<Stamp\n', ':6 页面不是有效的 MDX，请改这一行的标签或花括号：'],
  [
    'an element without end',
    '---\ntitle: 坏\n---\n\n<Deep title="深">\n\n一段。\n',
    ':5 页面不是有效的 MDX，请改这一行的标签或花括号：',
  ],
  [
    'front matter',
    '---\ntitle: 坏\nkeywords: [甲, 乙\n---\n\n一段。\n',
    ':4 front matter 不是有效的 YAML，请改这一行或上一行：',
  ],
  [
    'front matter without end',
    '---\ntitle: 坏\n\n## 资源\n\n一段：话。\n',
    ':1 front matter 没有结束：',
  ],
];
for (const [what, text, said] of unreadable) {
  test(`a page that cannot be read for ${what} is one finding with its line, and hides what others say of the book`, async ({}, testInfo) => {
    const module = 'examples/chapter08-restful-api';
    const root = bookIn(testInfo.outputDir, {
      [chapter]: text,
      [`${module}/pom.xml`]: '<project/>\n',
      [`${module}/src/main/java/Book.java`]: '// region a\nclass Book {}\n// endregion a\n',
    });
    const found = await findings(root, pagesNamed(['chapter08'], root));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${chapter}${said}`);
  });
}

test('front matter may be empty, end with the page, and have spaces behind its lines', async ({}, testInfo) => {
  const texts = [
    '---\n---\n',
    '---\ntitle: 甲\n---',
    '--- \r\ntitle: 甲\r\n---\t\r\n\r\n一段。\r\n',
  ];
  for (const [i, text] of texts.entries()) {
    const found = await findings(bookIn(`${testInfo.outputDir}/${i}`, { [chapter]: text }), []);
    expect(found.join('\n'), text).not.toMatch(/YAML|没有结束|title: /);
  }
});

test('a byte order mark is no text', async ({}, testInfo) => {
  const texts = [files[chapter] ?? '', `\ufeff${files[chapter] ?? ''}`];
  const [without, with_] = await Promise.all(
    texts.map((text, i) => findings(bookIn(`${testInfo.outputDir}/${i}`, { [chapter]: text }), [])),
  );
  expect(with_).toEqual(without);
});

test('a byte order mark is no fault of a data file, and no part of what a page prints', async ({}, testInfo) => {
  const { outputDir } = testInfo;
  const questions = 'src/data/questions/chapter08-restful-api.json';
  writeFiles(outputDir, {
    [questions]: '\ufeff{"resources": ["问"]}',
    'examples/chapter08-restful-api/pom.xml': '\ufeff<project/>\n',
  });
  expect(readQuestions(`${outputDir}/${questions}`)).toEqual({ resources: ['问'] });
  expect(readInclude(outputDir, chapter, { file: 'pom.xml' }).code).toBe('<project/>');
});

test('questions that are no JSON are a finding, not the end', async ({}, testInfo) => {
  const root = bookIn(testInfo.outputDir, { 'src/data/questions/chapter08-restful-api.json': '{' });
  const found = await findings(root, pagesNamed(['chapter08'], root));
  expect(found.join('\n')).toMatch(
    /questions\/chapter08-restful-api\.json 不是有效的 JSON，请改正：\S/,
  );
  expect(found.join('\n')).toContain('标题“资源”没有锚点');
});

test('an entry that would stop the build is told without one', async ({}, testInfo) => {
  const root = bookIn(testInfo.outputDir);
  const found = await findings(root, pagesNamed(['faq'], root));
  expect(found).toContain(
    'appendix/faq.mdx:5 “这不是原文”：标题不是原文，在 examples/chapter08/output/a.txt 里找不到',
  );
  expect(found).toContain('appendix/faq.mdx:5 “这不是原文”：缺少以“**修法**：”开头的一段');
});

test('a page is checked alone, with what the book says of it', async ({}, testInfo) => {
  const root = bookIn(testInfo.outputDir);
  const found = await findings(root, pagesNamed(['chapter08'], root));
  expect(found).toContain(
    'docs/chapters/chapter08-restful-api.mdx 没有示例模块 examples/chapter08-restful-api',
  );
  expect(found.filter((line) => !line.startsWith('docs/chapters/chapter08'))).toEqual([]);
});

test('a page is named by path, name or number, and an unknown one is refused', ({}, testInfo) => {
  const root = bookIn(testInfo.outputDir);
  const chapter = ['docs/chapters/chapter08-restful-api.mdx'];
  expect(pagesNamed(chapter, root)).toEqual(chapter);
  expect(pagesNamed(['chapter08-restful-api'], root)).toEqual(chapter);
  expect(pagesNamed(['chapter08'], root)).toEqual(chapter);
  expect(() => pagesNamed(['chapter9'], root)).toThrow('没有页面 chapter9');
});
