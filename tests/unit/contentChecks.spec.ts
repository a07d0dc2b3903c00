/** Proves of every content check that it lets a sound page pass and that it can fail. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  checkExercises,
  checkExtensions,
  checkModules,
  checkUnfilledExamples,
} from '../../scripts/content/checks/chapters';
import {
  checkCodeWidth,
  checkHandwritten,
  checkIncludes,
  checkUnused,
} from '../../scripts/content/checks/code';
import {
  checkBold,
  checkFiller,
  checkGlossary,
  checkImages,
  checkLinkTexts,
  checkPictureWords,
  checkQuotes,
  checkTypedVersions,
  glossary,
  smallestTextOnPhone,
} from '../../scripts/content/checks/language';
import { checkQuestions } from '../../scripts/content/checks/questions';
import {
  checkFrontMatter,
  checkHeadings,
  checkSkeleton,
  checkUnfinished,
} from '../../scripts/content/checks/structure';
import { parsePage, type Page } from '../../scripts/content/pages';
import { formatProblem, type Problem } from '../../scripts/content/problem';
import { newChapterMarker } from '../../scripts/examples/newChapterMarker';

const path = 'docs/chapters/chapter08-restful-api.mdx';
const folder = 'examples/chapter08-restful-api';

const description =
  '从资源建模讲到条件请求：读完能设计一组可以演进的接口，写出给客户端看得懂的错误，并用测试证明每个状态码都如文档所说，不靠手工点按。';

const sound = `---
title: 第 8 章 RESTful API
description: ${description}
keywords: [REST, 状态码]
---

<ChapterHead>

问题。

</ChapterHead>

<Stamp chapter="chapter08-restful-api" />

## 资源 {#resources}

### 创建 {#create}

\`\`\`java file=src/main/java/Book.java region=create
\`\`\`

\`\`\`http file=output/create.http
\`\`\`

## 踩坑 {#pitfalls}

## 小结 {#summary}

- 创建用 POST。
- 返回 201。

## 练习 {#exercises}

<Exercise name="idempotent-create" title="幂等创建">

任务。

<Answer>

\`\`\`java file=exercises/idempotent-create/solution/src/main/java/Answer.java
\`\`\`

</Answer>

</Exercise>

## 延伸阅读 {#further-reading}
`;

const files: Readonly<Record<string, string>> = {
  'src/data/questions/chapter08-restful-api.json':
    '{"resources": ["接口地址怎么起名", "URL 用单数还是复数"], "create": ["新增一条数据", "POST 返回什么"]}',
  [`${folder}/pom.xml`]: '<project/>\n',
  [`${folder}/src/main/java/Book.java`]: '// region create\nclass Book {}\n// endregion create\n',
  [`${folder}/output/create.http`]: 'POST /books HTTP/1.1\n\nHTTP/1.1 201 Created\n',
  [`${folder}/exercises/idempotent-create/pom.xml`]: '<project/>\n',
  [`${folder}/exercises/idempotent-create/solution/src/main/java/Answer.java`]: 'class Answer {}\n',
};

let root: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test.beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'content-checks-'));
  for (const [file, text] of Object.entries(files)) write(file, text);
});

test.afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The sound page with one text replaced by another. */
function page(from = '', to = ''): Promise<Page> {
  expect(sound).toContain(from);
  return parsePage(
    path,
    sound.replace(from, () => to),
  );
}

const pageChecks = {
  checkFrontMatter,
  checkHeadings,
  checkSkeleton,
  checkUnfinished,
  checkIncludes,
  checkHandwritten,
  checkCodeWidth,
  checkGlossary,
  checkFiller,
  checkBold,
  checkQuotes,
  checkTypedVersions,
  checkLinkTexts,
  checkPictureWords,
  checkImages,
  checkExercises,
  checkQuestions,
} satisfies Record<string, (page: Page, root: string) => Problem[]>;

test('a sound page passes every check', async () => {
  const read = await page();
  const problems = Object.values(pageChecks).flatMap((check) => check(read, root));
  problems.push(...checkModules([read], root), ...checkUnused([read], root));
  problems.push(...checkUnfilledExamples(root));
  expect(problems.map(formatProblem)).toEqual([]);
});

interface Fault {
  readonly check: keyof typeof pageChecks;
  readonly from: string;
  readonly to: string;
  /** What every expected message holds, in order. */
  readonly says: readonly (string | RegExp)[];
}

const longBlock = '```java\na\nb\nc\nd\n```\n\n## 踩坑 {#pitfalls}';
const pitfalls = '## 踩坑 {#pitfalls}';

const faults: Readonly<Record<string, Fault>> = {
  'missing title': {
    check: 'checkFrontMatter',
    from: 'title: 第',
    to: 'titel: 第',
    says: ['缺少 title'],
  },
  'short description': {
    check: 'checkFrontMatter',
    from: description,
    to: '太短',
    says: ['有 2 个字'],
  },
  'missing keywords': {
    check: 'checkFrontMatter',
    from: 'keywords: [REST, 状态码]\n',
    to: '',
    says: ['keywords'],
  },
  'heading without id': {
    check: 'checkHeadings',
    from: '### 创建 {#create}',
    to: '### 创建',
    says: [`${path}:17 标题“创建”没有锚点`],
  },
  'section nobody asks for': {
    check: 'checkQuestions',
    from: '{#create}',
    to: '{#make}',
    says: [`${path}:17 “创建”（#make）的读者问法不足 2 条`],
  },
  'Chinese id': {
    check: 'checkHeadings',
    from: '{#create}',
    to: '{#创建}',
    says: ['锚点 创建 不合规'],
  },
  'duplicate id': {
    check: 'checkHeadings',
    from: '{#create}',
    to: '{#resources}',
    says: ['锚点 resources 与第 15 行的重复'],
  },
  'skipped level': {
    check: 'checkHeadings',
    from: '### 创建',
    to: '#### 创建',
    says: ['从 h2 跳到了 h4'],
  },
  'heading of level one': {
    check: 'checkHeadings',
    from: '## 资源 {#resources}',
    to: '# 资源',
    says: ['一级标题', '从 h1 跳到了 h3'],
  },
  'emoji in a heading': {
    check: 'checkHeadings',
    from: '### 创建',
    to: '### 🚀 创建',
    says: ['表情符号'],
  },
  'no opening block': {
    check: 'checkSkeleton',
    from: '<ChapterHead>\n\n问题。\n\n</ChapterHead>',
    to: '问题。',
    says: ['<ChapterHead>'],
  },
  'no stamp': {
    check: 'checkSkeleton',
    from: '<Stamp chapter="chapter08-restful-api" />',
    to: '',
    says: ['验证章'],
  },
  "another chapter's stamp": {
    check: 'checkSkeleton',
    from: '<Stamp chapter="chapter08',
    to: '<Stamp chapter="chapter09',
    says: ['验证章'],
  },
  'missing section': {
    check: 'checkSkeleton',
    from: `${pitfalls}\n`,
    to: '',
    says: ['缺少一节“## 踩坑 {#pitfalls}”'],
  },
  'sections out of order': {
    check: 'checkSkeleton',
    from: `${pitfalls}\n\n## 小结 {#summary}\n\n- 创建用 POST。\n- 返回 201。`,
    to: `## 小结 {#summary}\n\n一句。\n\n${pitfalls}`,
    says: ['“小结”的位置不对'],
  },
  'long summary': {
    check: 'checkSkeleton',
    from: '- 返回 201。',
    to: '一。二。三。四。五。六。',
    says: ['小结有 7 句'],
  },
  'new chapter marker': {
    check: 'checkUnfinished',
    from: '问题。',
    to: `{/* ${newChapterMarker} */}`,
    says: ['新章标记'],
  },
  'promise of text to come': {
    check: 'checkUnfinished',
    from: '问题。',
    to: '待补',
    says: [`${path}:9 “待补”`],
  },
  'missing file': {
    check: 'checkIncludes',
    from: 'Book.java region',
    to: 'Bok.java region',
    says: [/Bok\.java 不存在/],
  },
  'missing region': {
    check: 'checkIncludes',
    from: 'region=create',
    to: 'region=delete',
    says: ['没有区域 delete；已有的区域：create'],
  },
  'unknown fence key': {
    check: 'checkIncludes',
    from: 'region=create',
    to: 'regoin=create',
    says: ['不认识的设置 regoin'],
  },
  'block typed by hand': {
    check: 'checkHandwritten',
    from: pitfalls,
    to: longBlock,
    says: ['手写的代码块有 4 行'],
  },
  'wide line': {
    check: 'checkCodeWidth',
    from: pitfalls,
    to: '```java\n' + '宽'.repeat(46) + '\n```',
    says: ['宽 92 列'],
  },
  'rejected term': {
    check: 'checkGlossary',
    from: '任务。',
    to: '起步依赖',
    says: ['“起步依赖”请写成“starter（启动器）”'],
  },
  'rejected term in the description': {
    check: 'checkGlossary',
    from: '从资源建模',
    to: '从自动装配',
    says: ['“自动装配”请写成“自动配置”'],
  },
  filler: {
    check: 'checkFiller',
    from: '任务。',
    to: '众所周知，轻松。',
    says: ['众所周知', '轻松'],
  },
  'bold that ends in a mark before a letter': {
    check: 'checkBold',
    from: '任务。',
    to: '**先停。**再做，**粗。** 后面隔开的、`/books/**` 不算。',
    says: ['星号 **'],
  },
  'bold that begins with a mark after a letter': {
    check: 'checkBold',
    from: '任务。',
    to: '先看**“停”**，再做。',
    says: ['星号 **'],
  },
  'corner quotes': {
    check: 'checkQuotes',
    from: '任务。',
    to: '“任务”与「任务」，代码 `「」` 不算。',
    says: ['引号 「 请写成 “', '引号 」 请写成 ”'],
  },
  'corner quotes in a title': {
    check: 'checkQuotes',
    from: 'title="幂等创建"',
    to: 'title="『幂等』创建"',
    says: ['引号 『 请写成 “', '引号 』 请写成 ”'],
  },
  'typed version': {
    check: 'checkTypedVersions',
    from: '任务。',
    to: '用 4.1.2 和 `3.5.0`，地址 10.4.1.2，版本 4.1。',
    says: ['4.1.2', '3.5.0'],
  },
  'empty link text': {
    check: 'checkLinkTexts',
    from: '任务。',
    to: '[点击这里](./a)',
    says: ['没有说去哪里'],
  },
  'remote image': {
    check: 'checkImages',
    from: '任务。',
    to: '![图](https://example.com/a.png)',
    says: ['外部图片'],
  },
  'image without text': {
    check: 'checkImages',
    from: '任务。',
    to: '<img src="/img/a.svg" />',
    says: ['图片 /img/a.svg 不存在', '图片 /img/a.svg 没有替代文字'],
  },
  'image that is not there': {
    check: 'checkImages',
    from: '任务。',
    to: '![图](./图%20一.png)',
    says: ['图片 ./图%20一.png 不存在：放进 static/img/chapter08-restful-api，写成 /img/…'],
  },
  'image whose address cannot be decoded': {
    check: 'checkImages',
    from: '任务。',
    to: '![图](/img/100%.png) ![图](data:image/png;base64,AAAA) <img src={图} alt="图" />',
    says: ['图片 /img/100%.png 不存在'],
  },
  'text that is not UTF-8': {
    check: 'checkUnfinished',
    from: '任务。',
    to: '\ufffd\ufffd',
    says: [/:\d+ 有读不出的字：文件要存成 UTF-8/],
  },
  'exercise not shown': {
    check: 'checkExercises',
    from: '<Exercise name="idempotent-create"',
    to: '<Exercise name="other"',
    says: ['exercises/idempotent-create 不在页面上', '没有文件夹', 'other 没有折叠的答案'],
  },
  'exercise without answer': {
    check: 'checkExercises',
    from: '\n<Answer>\n',
    to: '\n<Hint>\n',
    says: ['没有折叠的答案'],
  },
};

for (const [name, { check, from, to, says }] of Object.entries(faults)) {
  test(`${check} reports: ${name}`, async () => {
    const closed = to.includes('<Hint>') ? sound.replace('</Answer>', '</Hint>') : sound;
    expect(closed).toContain(from);
    const read = await parsePage(
      path,
      closed.replace(from, () => to),
    );
    const messages = pageChecks[check](read, root).map(formatProblem);
    expect(messages).toEqual(
      says.map((said) =>
        typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said),
      ),
    );
  });
}

test('words in a picture may not be smaller than 11 px on a phone of 360 px', async () => {
  const drawn = (size: number): string =>
    `<svg viewBox="0 0 440 200" width="440" height="200"><text font-size="16">甲</text><text font-size="${size}">乙</text></svg>`;
  expect(smallestTextOnPhone(drawn(13))).toBeCloseTo(10.64, 2);
  expect(smallestTextOnPhone('<svg viewBox="0 0 440 200"><rect width="9" height="9"/></svg>')).toBe(
    undefined,
  );
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    mkdirSync(join(folder, 'static/img'), { recursive: true });
    const read = await parsePage(path, `${sound}\n![图](/img/a.svg)\n\n![图](/img/gone.svg)\n`);
    const find = (size: number): string[] => {
      writeFileSync(join(folder, 'static/img/a.svg'), drawn(size));
      return checkPictureWords(read, folder).map(formatProblem);
    };
    expect(find(13)).toEqual([expect.stringContaining('/img/a.svg 最小的字')]);
    expect(find(14)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a reason excuses a block typed by hand', async () => {
  const excused = longBlock.replace('```java', '```java handwritten="答案要读者自己写"');
  expect(checkHandwritten(await page(pitfalls, excused), root)).toEqual([]);
});

test('an address may be as wide as it is', async () => {
  const wide = `\`\`\`bash\ncurl https://example.com/${'a'.repeat(90)}\n\`\`\``;
  expect(checkCodeWidth(await page(pitfalls, wide), root)).toEqual([]);
});

test('the preface needs no exercises', async () => {
  const preface = sound
    .replace('chapter="chapter08-restful-api"', 'chapter="chapter00-preface"')
    .replace(/## 练习[^]*(?=## 延伸阅读)/, '');
  const read = await parsePage('docs/chapters/chapter00-preface.mdx', preface);
  expect(checkSkeleton(read)).toEqual([]);
});

test('checkUnused reports a region and a recorded file that no page prints, except in a migration', async () => {
  const read = await page('```http file=output/create.http\n```', '');
  write(`${folder}/src/main/java/Other.java`, '\n// region alone\nx\n// endregion alone\n');
  write(`${folder}/src/main/java/Broken.java`, '// region open\nx\n');
  write(
    `${folder}/src/main/resources/db/migration/V1__x.sql`,
    '-- region run\nx\n-- endregion run\n',
  );
  write(`${folder}/target/classes/Built.java`, '// region built\nx\n// endregion built\n');
  expect(checkUnused([read], root).map(formatProblem)).toEqual([
    expect.stringContaining(`${folder}/output/create.http 录制的输出没有任何页面引用`),
    expect.stringContaining(`${folder}/src/main/java/Broken.java 第 1 行的区域 open 没有结束`),
    expect.stringContaining(`${folder}/src/main/java/Other.java:2 区域 alone 没有任何页面引用`),
  ]);
});

test('checkModules reports a page without module, a module without page, an unlisted chapter', async () => {
  write('examples/chapter09-validation/pom.xml', '<project/>\n');
  const alone = await parsePage('docs/chapters/chapter10-exception-handling.mdx', sound);
  const unlisted = await parsePage('docs/chapters/chapter77-extra.mdx', sound);
  expect(checkModules([await page(), alone, unlisted], root).map(formatProblem)).toEqual([
    expect.stringContaining('chapter77-extra.mdx 不在'),
    expect.stringContaining('没有示例模块 examples/chapter10-exception-handling'),
    expect.stringContaining('没有示例模块 examples/chapter77-extra'),
    expect.stringContaining('没有页面 docs/chapters/chapter09-validation.mdx'),
  ]);
});

test('checkExtensions reports a page that no check would see', () => {
  write('docs/chapters/chapter33-extra.md', '# x\n');
  expect(checkExtensions(root).map(formatProblem)).toEqual([
    'docs/chapters/chapter33-extra.md 改名为 .mdx：检查只看 .mdx 的页面',
  ]);
});

test('checkUnfilledExamples reports the marker of a new chapter', () => {
  write(`${folder}/src/main/java/New.java`, `class New {}\n// ${newChapterMarker}\n`);
  expect(checkUnfilledExamples(root).map(formatProblem)).toEqual([
    expect.stringContaining(`${folder}/src/main/java/New.java:2 还留着新章标记`),
  ]);
});

test('no term is rejected by its own or another entry', () => {
  const rejected = glossary.flatMap((entry) => entry.rejected);
  const clashes = glossary.filter(({ term }) => rejected.some((word) => term.includes(word)));
  expect(clashes).toEqual([]);
  expect(new Set(rejected).size).toBe(rejected.length);
});
