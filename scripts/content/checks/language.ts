/** Checks of the words: terms of the glossary, filler, typed versions, links and images. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import glossaryJson from '../../../src/data/glossary.json';
import { attributeOf, lineOf, textOf, walk } from '../../../src/lib/markdown';
import type { Page, Prose } from '../pages';
import type { Problem } from '../problem';

/** One entry of the glossary. */
export interface Term {
  /** The one Chinese name the book uses. */
  readonly term: string;
  /** The original, shown at its first use. */
  readonly english: string;
  /** Names readers meet elsewhere and this book does not use. */
  readonly rejected: readonly string[];
  /** Number of the chapter that explains it, if earlier ones may not lean on it. */
  readonly chapter?: number;
}

/** The book's terms. */
export const glossary: readonly Term[] = glossaryJson;

const filler: readonly string[] = [
  '首先其次最后',
  '首先，',
  '值得注意的是',
  '需要注意的是',
  '众所周知',
  '不言而喻',
  '毋庸置疑',
  '随着互联网的发展',
  '强大的',
  '轻松',
  '轻而易举',
  '赋能',
  '综上所述',
  '总而言之',
  '让我们一起',
];

/** Text in which a word is looked for: prose, and the front matter that search engines show. */
function readText({ prose, frontMatter }: Page): Prose[] {
  const shown = [frontMatter.title, frontMatter.description].filter(
    (value) => typeof value === 'string',
  );
  return [...shown.map((text) => ({ text, line: 1 })), ...prose];
}

function findWord(page: Page, word: string, message: string): Problem[] {
  return readText(page)
    .filter(({ text }) => text.includes(word))
    .map(({ text, line }) => ({
      path: page.path,
      line: line + text.slice(0, text.indexOf(word)).split('\n').length - 1,
      message,
    }));
}

/** Terms used as the glossary says. */
export function checkGlossary(page: Page): Problem[] {
  return glossary.flatMap(({ term, english, rejected }) =>
    rejected.flatMap((word) =>
      findWord(page, word, `“${word}”请写成“${term}”（${english}），全书只用一个译名`),
    ),
  );
}

/** Phrases that say nothing. */
export function checkFiller(page: Page): Problem[] {
  return filler.flatMap((word) => findWord(page, word, `空话“${word}”，请删掉`));
}

/** Bold that Markdown does not see: one of its ends stands between a mark inside and a letter outside. */
export function checkBold(page: Page): Problem[] {
  return findWord(page, '**', '星号 ** 会原样印出来，请把加粗开头或末尾的标点移到 ** 外面');
}

/** Quotes as in the rest of the book, in text and in the titles that components show. */
export function checkQuotes(page: Page): Problem[] {
  const titles = page.elements.map((element) => ({
    text: attributeOf(element, 'title') ?? '',
    line: lineOf(element),
  }));
  return [...readText(page), ...titles].flatMap(({ text, line }) =>
    [...text.matchAll(/[「」『』]/g)].map(({ 0: quote, index }) => ({
      path: page.path,
      line: line + text.slice(0, index).split('\n').length - 1,
      message: `引号 ${quote} 请写成 ${/[「『]/.test(quote) ? '“' : '”'}`,
    })),
  );
}

/** Versions of Spring Boot typed into the text; the build knows them. */
export function checkTypedVersions(page: Page): Problem[] {
  const typed = /(?<![\d.])[34]\.\d+\.\d+(?:-(?:M|RC)\d+)?(?!\.?\d)/;
  const inlineCode = [...walk(page.tree)]
    .filter((node) => node.type === 'inlineCode')
    .map((node) => ({ text: node.value, line: lineOf(node) }));
  return [...readText(page), ...inlineCode].flatMap(({ text, line }) => {
    const version = typed.exec(text)?.[0];
    return version === undefined
      ? []
      : [
          {
            path: page.path,
            line,
            message: `版本号 ${version} 写死在正文里，请用 <Version of="spring-boot" /> 等组件`,
          },
        ];
  });
}

const emptyLinkTexts = /^(?:点击)?(?:这里|此处|链接|此链接|点击|here)$/i;

/** Links that say where they lead. */
export function checkLinkTexts({ path, tree }: Page): Problem[] {
  return [...walk(tree)]
    .filter((node) => node.type === 'link')
    .filter((node) => emptyLinkTexts.test(textOf(node).trim()))
    .map((node) => ({
      path,
      line: lineOf(node),
      message: `链接文字“${textOf(node).trim()}”没有说去哪里，请写目标的名字`,
    }));
}

/** Links to other sites that nobody on the way can change. */
export function checkLinkSchemes({ path, tree }: Page): Problem[] {
  return [...walk(tree)]
    .filter((node) => node.type === 'link')
    .filter(({ url }) => /^(?:http:)?\/\//.test(url))
    .map((node) => ({ path, line: lineOf(node), message: `链接 ${node.url} 不是 https` }));
}

/** Links to the book's own repository lead to a file or folder that is there. */
export function checkSourceLinks({ path, elements }: Page, root: string): Problem[] {
  return elements
    .filter(({ name }) => name === 'SourceLink')
    .map((element) => ({ target: attributeOf(element, 'path') ?? '', line: lineOf(element) }))
    .filter(({ target }) => target === '' || !existsSync(join(root, target)))
    .map(({ target, line }) => ({
      path,
      line,
      message: `<SourceLink> 指向的“${target}”不在仓库里：path 从仓库的根目录写起`,
    }));
}

/** Width of the phone that pictures are drawn for, in px: there they take the whole screen (`prose.css`). */
const phoneWidth = 360;

/** Smallest words in a picture on that phone, in px. */
const smallestWords = 11;

/** Every picture of a page, written as Markdown or as an element. */
function imagesOf({ tree, elements }: Page): { url: string; alt: string; line: number }[] {
  const markdown = [...walk(tree)]
    .filter((node) => node.type === 'image')
    .map((node) => ({ url: node.url, alt: node.alt ?? '', line: lineOf(node) }));
  const jsx = elements
    .filter(({ name }) => name === 'img')
    .map((element) => ({
      url: attributeOf(element, 'src') ?? '',
      alt: attributeOf(element, 'alt') ?? '',
      line: lineOf(element),
    }));
  return [...markdown, ...jsx];
}

/** Whether a picture is in the repository; an expression in JSX and other schemes are not looked into. */
function isThere(url: string, path: string, root: string): boolean {
  if (url === '' || /^(?:\w+:|@site\/)/.test(url)) return true;
  const folder = join(root, url.startsWith('/') ? 'static' : dirname(path));
  try {
    return existsSync(join(folder, decodeURI(url.replace(/[?#].*$/, ''))));
  } catch {
    return false;
  }
}

/** Images of this repository, with alternative text. */
export function checkImages(page: Page, root: string): Problem[] {
  const { path } = page;
  return imagesOf(page).flatMap(({ url, alt, line }) => {
    const problems: Problem[] = [];
    if (/^(?:https?:)?\/\//.test(url)) {
      problems.push({ path, line, message: `外部图片 ${url}，请把图放进仓库` });
    } else if (!isThere(url, path, root)) {
      const folder = `static/img/${basename(path, '.mdx')}`;
      problems.push({ path, line, message: `图片 ${url} 不存在：放进 ${folder}，写成 /img/…` });
    }
    if (alt.trim() === '') {
      problems.push({ path, line, message: `图片 ${url} 没有替代文字` });
    }
    return problems;
  });
}

/**
 * Size of the smallest words in an SVG drawn as wide as a phone, in px; none if it has no words or no `viewBox`.
 *
 * @param svg the picture's source, with sizes as attributes in the units of its `viewBox`
 */
export function smallestTextOnPhone(svg: string): number | undefined {
  const width = Number(/viewBox="\S+ \S+ (\S+)/.exec(svg)?.[1]);
  const sizes = [...svg.matchAll(/\bfont-size="([\d.]+)"/g)].map(([, size]) => Number(size));
  if (!(width > 0) || sizes.length === 0) return undefined;
  return (Math.min(...sizes) * phoneWidth) / width;
}

/** Pictures whose words can be read on a phone. */
export function checkPictureWords(page: Page, root: string): Problem[] {
  return imagesOf(page).flatMap(({ url, line }) => {
    const file = join(root, 'static', url);
    if (!url.endsWith('.svg') || !existsSync(file)) return [];
    const size = smallestTextOnPhone(readFileSync(file, 'utf8'));
    if (size === undefined || size >= smallestWords) return [];
    const message = `图片 ${url} 最小的字在 ${phoneWidth} px 宽的手机上只有 ${size.toFixed(1)} px，至少要 ${smallestWords} px：放大 font-size，或把 viewBox 收窄`;
    return [{ path: page.path, line, message }];
  });
}
