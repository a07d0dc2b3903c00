/** Checks of a page's frame: front matter, headings, the skeleton of a chapter. */
import { newChapterMarker } from '../../examples/newChapterMarker';
import { attributeOf, textOf } from '../../../src/lib/markdown';
import type { Page, PageHeading } from '../pages';
import { lineAt, type Problem } from '../problem';

const emoji = /\p{Extended_Pictographic}/u;

/** Characters of a description, as a search engine shows it. */
const descriptionLength = { least: 60, most: 120 };

/** Front matter: title, a description of 60 to 120 characters, keywords. */
export function checkFrontMatter({ path, frontMatter }: Page): Problem[] {
  const problems: string[] = [];
  const { title, description, keywords } = frontMatter;
  if (typeof title !== 'string' || title.trim() === '') problems.push('front matter 缺少 title');
  const length = typeof description === 'string' ? [...description.trim()].length : 0;
  if (length < descriptionLength.least || length > descriptionLength.most) {
    problems.push(
      `description 有 ${length} 个字，应为 ${descriptionLength.least} 到 ${descriptionLength.most} 个，说清读者得到什么`,
    );
  }
  if (!Array.isArray(keywords) || keywords.length === 0) {
    problems.push('front matter 缺少 keywords（至少一个关键词的列表）');
  }
  return problems.map((message) => ({ path, line: 1, message }));
}

function headingProblem(heading: PageHeading, previous: PageHeading | undefined): string[] {
  const problems: string[] = [];
  const name = `标题“${heading.text}”`;
  if (heading.depth === 1)
    problems.push(`${name}用了一级标题，页面标题写在 front matter 的 title 里`);
  if (heading.depth > 1 && heading.id === undefined) {
    problems.push(`${name}没有锚点，请在末尾加 {#kebab-case}`);
  }
  if (heading.id !== undefined && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(heading.id)) {
    problems.push(`${name}的锚点 ${heading.id} 不合规，只用小写英文、数字和连字符`);
  }
  const before = previous?.depth ?? 1;
  if (heading.depth > before + 1) problems.push(`${name}从 h${before} 跳到了 h${heading.depth}`);
  if (emoji.test(heading.text)) problems.push(`${name}带表情符号，请删掉`);
  return problems;
}

/** Headings: explicit ASCII ids, each once, no level skipped, no emoji. */
export function checkHeadings({ path, headings }: Page): Problem[] {
  const seen = new Map<string, number>();
  return headings.flatMap((heading, index) => {
    const { id, line } = heading;
    const messages = headingProblem(heading, headings[index - 1]);
    const earlier = id === undefined ? undefined : seen.get(id);
    if (earlier !== undefined) messages.push(`锚点 ${id} 与第 ${earlier} 行的重复`);
    if (id !== undefined && earlier === undefined) seen.set(id, line);
    return messages.map((message) => ({ path, line, message }));
  });
}

interface Section {
  readonly id: string;
  readonly title: string;
}

/** What every chapter ends with, in this order. */
const closingSections: readonly Section[] = [
  { id: 'pitfalls', title: '踩坑' },
  { id: 'summary', title: '小结' },
  { id: 'exercises', title: '练习' },
  { id: 'further-reading', title: '延伸阅读' },
];

/** The preface has no example of its own to practise on. */
const withoutExercises = new Set(['chapter00-preface']);

/** Most sentences a summary may have. */
const summarySentences = 6;

function checkOpening({ path, chapter, tree, elements }: Page): Problem[] {
  const problems: Problem[] = [];
  const first = tree.children.find(({ type }) => type !== 'mdxjsEsm');
  if (first?.type !== 'mdxJsxFlowElement' || first.name !== 'ChapterHead') {
    problems.push({
      path,
      line: 0,
      message: '正文要以 <ChapterHead> 开头：问题、目标、示例与运行命令',
    });
  }
  const stamps = elements.filter(({ name }) => name === 'Stamp');
  if (!stamps.some((stamp) => attributeOf(stamp, 'chapter') === chapter)) {
    problems.push({ path, line: 0, message: `缺少验证章 <Stamp chapter="${chapter}" />` });
  }
  return problems;
}

function checkSummary({ path, tree }: Page): Problem[] {
  const isSummary = (text: string): boolean => text.includes('{#summary}');
  const start = tree.children.findIndex(
    (node) => node.type === 'heading' && isSummary(textOf(node)),
  );
  if (start < 0) return [];
  const rest = tree.children.slice(start + 1);
  const end = rest.findIndex((node) => node.type === 'heading' && node.depth <= 2);
  const section = end < 0 ? rest : rest.slice(0, end);
  const sentences =
    section
      .map(textOf)
      .join('')
      .match(/[。！？]/g)?.length ?? 0;
  if (sentences >= 1 && sentences <= summarySentences) return [];
  return [
    {
      path,
      line: tree.children[start]?.position?.start.line ?? 0,
      message: `小结有 ${sentences} 句，应为 1 到 ${summarySentences} 句，每句一条可以照做的结论`,
    },
  ];
}

/** A chapter's skeleton: opening block, stamp, closing sections in order. */
export function checkSkeleton(page: Page): Problem[] {
  const { path, chapter, headings } = page;
  if (chapter === undefined) return [];
  const required = closingSections.filter(
    ({ id }) => id !== 'exercises' || !withoutExercises.has(chapter),
  );
  const problems = checkOpening(page);
  const sections = headings.filter(({ depth }) => depth === 2).map(({ id }) => id);
  let last = -1;
  for (const { id, title } of required) {
    const at = sections.indexOf(id);
    if (at < 0) {
      problems.push({ path, line: 0, message: `缺少一节“## ${title} {#${id}}”` });
    } else if (at < last) {
      const order = required.map((section) => section.title).join('、');
      problems.push({ path, line: 0, message: `“${title}”的位置不对，章末依次是：${order}` });
    }
    last = Math.max(last, at);
  }
  return [...problems, ...checkSummary(page)];
}

/** What `npm run chapter:new` left for the author, and other promises of text to come. */
export function checkUnfinished({ path, source }: Page): Problem[] {
  const unfinished = new RegExp(
    `${newChapterMarker}|TODO|FIXME|待补|敬请期待|未完待续|\ufffd[^]*`,
    'g',
  );
  const messageOf = (found: string): string => {
    if (found.startsWith('\ufffd')) return '有读不出的字：文件要存成 UTF-8';
    return found === newChapterMarker
      ? `还留着新章标记 ${newChapterMarker}：写完这一段后把它所在的注释删掉`
      : `“${found}”：没写完的页面不上线，请写完或删掉`;
  };
  return [...source.matchAll(unfinished)].map(({ 0: found, index }) => ({
    path,
    line: lineAt(source, index),
    message: messageOf(found),
  }));
}
