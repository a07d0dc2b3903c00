/** Proves of every check of how a page reads that it lets a sound page pass and that it can fail. */
import { expect, test } from '@playwright/test';
import { checkGlossary } from '../../scripts/content/checks/language';
import * as readability from '../../scripts/content/checks/readability';
import { parsePage } from '../../scripts/content/pages';
import { formatProblem } from '../../scripts/content/problem';

const path = 'docs/chapters/chapter08-restful-api.mdx';
const end = '<ChapterEnd>\n\n书店能查书了。\n\n</ChapterEnd>';
const listing = (lines: number, text = 'int a;'): string =>
  `\`\`\`java handwritten="试验"\n${Array(lines).fill(text).join('\n')}\n\`\`\``;

const checks = [...Object.values(readability), checkGlossary];

async function findings(body: string): Promise<string[]> {
  const page = await parsePage(path, `${body}\n\n${end}\n`);
  return checks.flatMap((check) => check(page, process.cwd())).map(formatProblem);
}

const sound: readonly [string, string][] = [
  ['a proof behind the sentence', '它从不销毁。<Proof test="A.b" />'],
  ['a proof in the sentence', '它从不销毁<Proof test="A.b" />，所以要自己关。'],
  ['a marked sentence', '你只有一台电脑。{/* no-claim: 说读者的处境 */}'],
  ['不一定', '这不一定。'],
  ['a listing of 35 lines', listing(35)],
  ['a long listing with numbered notes', `${listing(36)}\n\n1. 第一处。`],
  ['listings with words between', `${listing(3)}\n\n刚才那段编译不过。\n\n${listing(3)}`],
  ['a Chinese comment', listing(1, '// 先关再开，见 Spring Boot issue tracker')],
  ['a later term, explained', '连接池（connection pool）是一组备好的连接。看连接池。'],
  ['a later term, linked', '[连接池](/chapters/chapter11-data-access#pool)以后讲。'],
  ['a later term in the depth', '<Deep title="深">\n\n连接池有十个连接。\n\n</Deep>'],
  ['depth that is long', `<Deep title="全部代码">\n\n${listing(301)}\n\n1. 一处。\n\n</Deep>`],
];

for (const [name, body] of sound) {
  test(`passes: ${name}`, async () => {
    expect(await findings(body)).toEqual([]);
  });
}

const wrong: readonly [string, string, string][] = [
  ['a bare universal word', '它从不销毁。', ':1 “从不”没有证据'],
  ['a proof behind another sentence', '它从不销毁。别的。<Proof test="A.b" />', '“从不”没有证据'],
  ['a mark without reason', '它从不销毁。{/* no-claim: */}', '“从不”没有证据'],
  [
    'two marks',
    '只有一。{/* no-claim: 甲 */}\n\n只有二。{/* no-claim: 乙 */}',
    'no-claim 太多：2 句里最多 1 句',
  ],
  ['a long listing', listing(36), ':1 代码块有 36 行（超过 35 行）'],
  ['two listings', `${listing(3)}\n\n${listing(3)}`, '两段代码之间没有话'],
  ['too much code', `${listing(301)}\n\n1. 一处。`, '主线有 301 行代码，最多 300 行'],
  ['too long', '字'.repeat(8001), '主线要读 21 分钟，最多 20 分钟'],
  ['an English comment', listing(1, '// closes the old one'), '英文注释“// closes the old one”'],
  ['a term given up', '登记一个 Bean。', '“登记”请写成“注册”'],
  ['a term of a later chapter', '先看连接池。', ':1 “连接池”到第 11 章才讲'],
];

for (const [name, body, message] of wrong) {
  test(`fails: ${name}`, async () => {
    expect((await findings(body)).join('\n')).toContain(message);
  });
}

test('a chapter ends with its end', async () => {
  const page = await parsePage(path, '正文。\n');
  expect(readability.checkChapterEnd(page).map(({ message }) => message)).toEqual([
    '最后要有 <ChapterEnd>：一两句书店现在能做什么',
  ]);
});
