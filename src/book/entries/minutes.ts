/** Remark plugin: tells the head of a chapter how long the chapter takes. Runs when printed files are filled in. */
import type { Root } from 'mdast';
import { amountOf, everything, mainLine, minutesOf } from '../reading';
import { addAttribute } from './provenEntries';

/** The plugin: gives `<ChapterHead>` the minutes of the main line and of the whole page. */
export default function minutes() {
  return (tree: Root): void => {
    const head = tree.children.find(
      (node) => node.type === 'mdxJsxFlowElement' && node.name === 'ChapterHead',
    );
    if (head?.type !== 'mdxJsxFlowElement') return;
    addAttribute(head, 'mainMinutes', String(minutesOf(amountOf(mainLine(tree)))));
    addAttribute(head, 'allMinutes', String(minutesOf(amountOf(everything(tree)))));
  };
}
