/** Remark plugin: tells the head of a chapter how long the chapter takes. Runs when printed files are filled in. */
import type { Root } from 'mdast';
import { addAttribute, elementsNamed, walk } from '../../lib/markdown';
import { amountOf, mainLine, minutesOf } from '../reading';

/** The plugin: gives `<ChapterHead>` the minutes of the main line and of the whole page. */
export default function minutes() {
  return (tree: Root): void => {
    const [head] = elementsNamed(tree, 'ChapterHead');
    if (!head) return;
    addAttribute(head, 'mainMinutes', String(minutesOf(amountOf(mainLine(tree)))));
    addAttribute(head, 'allMinutes', String(minutesOf(amountOf(walk(tree)))));
  };
}
