/** Checks of how a page reads: proven claims, short listings with words between, a main line that is not too long. */
import type { Nodes } from 'mdast';
import { amountOf, mainLine, minutesOf } from '../../../src/book/reading';
import { lineOf, textOf, walk } from '../../../src/lib/markdown';
import type { Page } from '../pages';
import type { Problem } from '../problem';
import { countLines, readBlocks, type Block } from './code';
import { glossary } from './language';

/** Words that claim something of every case. */
const universal = /永远|从不|从来不|总是|只有|只能|全部|任何|一律|(?<!不)一定|所有|唯一|绝不|必然/;

/** Longest listing without numbered notes, most code and most minutes of a main line. */
const limits = { listing: 35, code: 300, minutes: 20 };

/** Of how many universal sentences one may be marked as no claim; one is free. */
const sentencesPerExcuse = 10;

/** What stands for a proof and for a `no-claim` mark in a sentence's text. */
const proofSign = '\ue000';
const excuseSign = '\ue001';

/** A block's text with signs for proofs and marks; code is left out. */
function signedText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'inlineCode') return '`';
  if (node.type === 'mdxTextExpression') {
    return /no-claim:\s*[^\s*]/.test(node.value) ? excuseSign : '';
  }
  if (node.type === 'mdxJsxTextElement' && node.name === 'Proof') return proofSign;
  return 'children' in node ? node.children.map(signedText).join('') : '';
}

interface Sentence {
  readonly text: string;
  readonly line: number;
}

/** The sentences with a universal word, each with what stands right behind it. */
function universalSentences({ tree }: Page): Sentence[] {
  return [...walk(tree)]
    .filter(({ type }) => type === 'paragraph' || type === 'tableCell')
    .flatMap((block) =>
      (signedText(block).match(/[^。！？]+[。！？”’）)\s\ue000\ue001]*/g) ?? [])
        .filter((text) => universal.test(text))
        .map((text) => ({ text, line: lineOf(block) })),
    );
}

/** Universal sentences have a proof, or say why they are no claims. */
export function checkUniversalWords(page: Page): Problem[] {
  const sentences = universalSentences(page);
  const { path } = page;
  const bare = sentences.filter(
    ({ text }) => !text.includes(proofSign) && !text.includes(excuseSign),
  );
  const excused = sentences.filter(({ text }) => text.includes(excuseSign));
  const allowed = Math.max(1, Math.floor(sentences.length / sentencesPerExcuse));
  return [
    ...bare.map(({ text, line }) => ({
      path,
      line,
      message: `“${universal.exec(text)?.[0]}”没有证据：“${text.trim().slice(0, 40)}”，在句后加 <Proof …/>，或改成说得准的话，或写 {/* no-claim: 理由 */}`,
    })),
    ...excused.slice(allowed).map(({ line }) => ({
      path,
      line,
      message: `no-claim 太多：${sentences.length} 句里最多 ${allowed} 句，请给这一句加证据或改写`,
    })),
  ];
}

function kindOf({ include, fence }: Block): string {
  return include?.kind ?? fence.kind ?? 'code';
}

/** Long listings have numbered notes, and between two listings stands a word. */
export function checkListings(page: Page, root: string): Problem[] {
  const { path } = page;
  const blocks = new Map(readBlocks(page, root).blocks.map((block) => [block.line, block]));
  return [...walk(page.tree)].flatMap((parent) => {
    const children: readonly Nodes[] = 'children' in parent ? parent.children : [];
    return children.flatMap((child, index) => {
      if (child.type !== 'code') return [];
      const line = lineOf(child);
      const problems: Problem[] = [];
      const next = children[index + 1];
      const block = blocks.get(line);
      const length = block && kindOf(block) !== 'table' ? countLines(block.code) : 0;
      const hasNotes = next?.type === 'list' && next.ordered === true;
      if (length > limits.listing && !hasNotes) {
        const message = `代码块有 ${length} 行（超过 ${limits.listing} 行）：请拆开，或在它后面紧跟编号的旁注`;
        problems.push({ path, line, message });
      }
      if (next?.type === 'code') {
        const message = '两段代码之间没有话：说说刚才看到了什么，接下来看什么';
        problems.push({ path, line: lineOf(next), message });
      }
      return problems;
    });
  });
}

/** The main line of a chapter is short enough to be read in one go; the appendix is consulted, not read through. */
export function checkMainLine(page: Page, root: string): Problem[] {
  if (page.chapter === undefined) return [];
  const nodes = mainLine(page.tree);
  const lines = new Set(nodes.filter(({ type }) => type === 'code').map(lineOf));
  const blocks = readBlocks(page, root).blocks.filter(({ line }) => lines.has(line));
  const count = (of: readonly Block[]): number =>
    of.reduce((sum, { code }) => sum + countLines(code), 0);
  const code = count(blocks.filter((block) => kindOf(block) === 'code'));
  const minutes = minutesOf({ ...amountOf(nodes), lines: count(blocks) });
  const mend = '请把机制与少见的边界收进 <Deep>，或用 <Optional /> 标出可以跳过的小节';
  return [
    ...(code > limits.code ? [`主线有 ${code} 行代码，最多 ${limits.code} 行：${mend}`] : []),
    ...(minutes > limits.minutes
      ? [`主线要读 ${minutes} 分钟，最多 ${limits.minutes} 分钟：${mend}`]
      : []),
  ].map((message) => ({ path: page.path, line: 0, message }));
}

/** At least three words of English behind a comment's beginning, and no Chinese. */
const englishComment =
  /(?:^|\s)(?:\/\/|\/?\*+|#|--|<!--)\s+(?=[^\u4e00-\u9fff]*$)\S*[A-Za-z]{2,}\s+[A-Za-z]+\s+[A-Za-z]+/;

/** Comments in shown code are in Chinese. */
export function checkComments(page: Page, root: string): Problem[] {
  return readBlocks(page, root)
    .blocks.filter((block) => kindOf(block) === 'code')
    .flatMap(({ line, code }) =>
      code
        .split('\n')
        .filter((text) => englishComment.test(text))
        .map((text) => ({
          path: page.path,
          line,
          message: `展示的代码里有英文注释“${text.trim()}”，请在源文件里改成中文，写为什么`,
        })),
    );
}

/** Whether a block explains a term where it uses it: by its English name, or by a link to the chapter that does. */
function isExplained(block: Nodes, english: string, chapter: string): boolean {
  if (textOf(block).includes(english)) return true;
  return [...walk(block)].some((node) => node.type === 'link' && node.url.includes(chapter));
}

/** The main line leans on no term of a later chapter that it does not explain at its first use. */
export function checkTermsInOrder({ path, chapter, tree }: Page): Problem[] {
  const number = Number(/^chapter(\d+)/.exec(chapter ?? '')?.[1] ?? Infinity);
  const blocks = mainLine(tree).filter(({ type }) => type === 'paragraph');
  return glossary.flatMap(({ term, english, chapter: later }) => {
    if (later === undefined || number >= later) return [];
    const id = `chapter${String(later).padStart(2, '0')}`;
    const first = blocks.find((block) => textOf(block).includes(term));
    if (!first || isExplained(first, english, id)) return [];
    const message = `“${term}”到第 ${later} 章才讲：第一次用到时写上英文（${english}）并解释，或链接到那一章，或换一句话`;
    return [{ path, line: lineOf(first), message }];
  });
}

/** A chapter ends with what the store can do now. */
export function checkChapterEnd({ path, chapter, tree }: Page): Problem[] {
  const last = tree.children.at(-1);
  if (chapter === undefined) return [];
  if (last?.type === 'mdxJsxFlowElement' && last.name === 'ChapterEnd') return [];
  const message = '最后要有 <ChapterEnd>：一两句书店现在能做什么';
  return [{ path, line: 0, message }];
}
