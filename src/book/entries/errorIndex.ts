/** Remark plugin: stops the build at an entry of the error index that no test reproduces. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RootContent } from 'mdast';
import { isRecorded } from '../../code/include/include';
import { addAttribute, attributeOf, textOf, type Element } from '../../lib/markdown';
import {
  addChapter,
  checkEntries,
  elementsAmong,
  findTest,
  headingText,
  notRecordedBy,
  printedFiles,
  squeeze,
  type Entry,
} from './provenEntries';

/** The page whose third-level headings are entries. */
const indexPage = 'appendix/faq.mdx';

/** Whether the parts between ellipses stand in the text, in this order. */
function quotes(heading: string, text: string): boolean {
  let from = 0;
  return heading.split('…').every((part) => {
    const at = text.indexOf(part.trim(), from);
    from = at + part.length;
    return at >= 0;
  });
}

/** Gives a `<Reproduced>` the place of its test and of its chapter's page. */
function locate(element: Element, root: string, recorded: readonly string[]): string[] {
  const name = attributeOf(element, 'test') ?? '';
  const test = findTest(root, element, 'test');
  if (typeof test === 'string') return [test];
  addAttribute(element, 'path', test.path);
  addAttribute(element, 'line', String(test.line));
  addChapter(element, root);
  return notRecordedBy(test, recorded).map((file) => `测试 ${name} 不录制 ${file}`);
}

/** Takes the path off the recordings: the entry's last line says where they come from, and this is the longest page. */
function leaveOutPaths(nodes: readonly RootContent[]): void {
  for (const node of nodes) {
    if (node.type !== 'code') continue;
    node.data = { ...node.data, hProperties: { ...node.data?.hProperties, 'data-file': '' } };
  }
}

function problemsOf({ heading, nodes }: Entry, root: string): string[] {
  const title = headingText(heading);
  const recorded = printedFiles(nodes, indexPage).filter(isRecorded);
  const problems: string[] = [];
  if (recorded.length === 0) problems.push('没有引用录制的报错原文（file=…/output/…）');
  const existing = recorded.filter((file) => existsSync(join(root, file)));
  const texts = existing.map((file) => squeeze(readFileSync(join(root, file), 'utf8')));
  if (texts.length > 0 && !texts.some((text) => quotes(title, text))) {
    problems.push(`标题不是原文，在 ${existing.join('、')} 里找不到`);
  }
  for (const label of ['原因', '修法']) {
    if (!nodes.some((node) => textOf(node).startsWith(`${label}：`))) {
      problems.push(`缺少以“**${label}**：”开头的一段`);
    }
  }
  const [element, ...others] = elementsAmong(nodes, 'Reproduced');
  if (!element || others.length > 0) problems.push('要有且只有一个 <Reproduced test="…" />');
  else problems.push(...locate(element, root, recorded));
  leaveOutPaths(nodes);
  return problems;
}

/**
 * The plugin; every third-level heading of the index must quote a recorded error and name the test that
 * records it. Its recordings are printed without their paths.
 *
 * @throws PageProblems listing every problem with page and line
 */
export default checkEntries(indexPage, problemsOf);
