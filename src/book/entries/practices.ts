/** Remark plugin: stops the build at a rule of the best practices that no test proves. */
import type { RootContent } from 'mdast';
import { addAttribute, attributeOf, textOf, type Element } from '../../lib/markdown';
import {
  addChapter,
  checkEntries,
  elementsAmong,
  findTest,
  notRecordedBy,
  printedFiles,
  type Entry,
} from './provenEntries';

/** The page whose third-level headings are rules. */
const rulesPage = 'appendix/best-practices.mdx';

/** A rule's parts in their order; each begins with a paragraph that names it. */
const labels = ['反例', '正例', '边界'] as const;

type Label = (typeof labels)[number];
type Parts = ReadonlyMap<Label, readonly RootContent[]>;

/** Cuts a rule at the paragraphs that begin with a label. */
function partsOf(nodes: readonly RootContent[]): Parts {
  const parts = new Map<Label, RootContent[]>();
  let current: RootContent[] | undefined;
  for (const node of nodes) {
    const label =
      node.type === 'paragraph' && labels.find((name) => textOf(node).startsWith(`${name}：`));
    if (label) parts.set(label, (current = []));
    current?.push(node);
  }
  return parts;
}

/** What is wrong with a part's printed files and the test that proves it. */
function proofProblems(
  element: Element,
  root: string,
  kind: 'bad' | 'good',
  label: Label,
  parts: Parts,
): string[] {
  const name = attributeOf(element, kind) ?? '';
  const test = findTest(root, element, kind);
  if (typeof test === 'string') return [test];
  addAttribute(element, `${kind}Path`, test.path);
  addAttribute(element, `${kind}Line`, String(test.line));
  const files = printedFiles(parts.get(label) ?? [], rulesPage);
  const elsewhere = files.filter((file) => !file.startsWith(`examples/${test.module}/`));
  const unrecorded = notRecordedBy(test, files).filter((file) => !elsewhere.includes(file));
  return [
    ...(files.length === 0 ? [`${label}没有引用示例里的文件（file=…）`] : []),
    ...elsewhere.map((file) => `${label}的 ${file} 不在测试 ${name} 的模块里`),
    ...unrecorded.map((file) => `测试 ${name} 不录制 ${file}`),
  ];
}

function problemsOf({ nodes }: Entry, root: string): string[] {
  const parts = partsOf(nodes);
  const problems = labels
    .filter((label) => !parts.has(label))
    .map((label) => `缺少以“**${label}**：”开头的一段`);
  if (problems.length === 0 && [...parts.keys()].join() !== labels.join()) {
    problems.push(`各段依次是${labels.join('、')}`);
  }
  const [element, ...others] = elementsAmong(nodes, 'Practice');
  if (!element || others.length > 0) {
    return [...problems, '要有且只有一个 <Practice bad="…" good="…" />'];
  }
  addChapter(element, root);
  return [
    ...problems,
    ...proofProblems(element, root, 'bad', '反例', parts),
    ...proofProblems(element, root, 'good', '正例', parts),
  ];
}

/**
 * The plugin; every third-level heading of the page must show a counter-example and an example from files,
 * and name the test that proves each.
 *
 * @throws PageProblems listing every problem with page and line
 */
export default checkEntries(rulesPage, problemsOf);
