/**
 * How high a list or an exercise is, told from its text, for src/css/prose.css to reserve while it is far from the
 * screen. All lengths are in rem, as the styles have them.
 */
import type { Nodes, Parent } from 'mdast';
import { emsOf, latinShare } from './ems';

const line = 1.8;
/** Below a paragraph or a list. */
const gap = 1.15;
const list = { indent: 1.6, gap: 0.35 };
/** What a line leaves empty on average: a character that did not fit, or, the more of the text is Latin, a word. */
const raggedness = { chinese: 0.2, latin: 1.6 };

const heading = { line: 1.15 * 1.3, gap: 0.75 };
const folded = 4.1;
const code = { line: 1.55 * 0.8, around: 1.8, bar: 2.3, gap: 1.5 };
/** What is above an exercise, its last paragraph, which names its folder, in em, and the command below. */
const exercise = { top: 1, task: 66, command: { narrow: 5.55, wide: 3.1 } };

/** Where the bar above a command without a title is shown: on phones. */
const narrowest = 33;

function linesOf(ems: number, latin: number, room: number): number {
  return Math.max(1, Math.ceil(ems / (room - raggedness.chinese - raggedness.latin * latin)));
}

const sum = (heights: readonly number[]): number => heights.reduce((all, one) => all + one, 0);

/** The blocks one below the other, each with what is left empty below it. */
const stacked = (children: readonly Nodes[], room: number): number =>
  sum(
    children.map(
      (child) =>
        heightOfBlock(child, room) +
        (child.type === 'paragraph' || child.type === 'list' ? gap : 0),
    ),
  );

/**
 * The height of a block, without margins, in rem.
 *
 * @param room the width of the column it stands in, in rem
 */
export function heightOfBlock(node: Nodes, room: number): number {
  switch (node.type) {
    case 'paragraph':
      return line * linesOf(emsOf(node), latinShare(node), room);
    case 'list': {
      const items = node.children.map((item) =>
        sum(item.children.map((child) => heightOfBlock(child, room - list.indent))),
      );
      return sum(items) + list.gap * (items.length - 1);
    }
    case 'code':
      return (
        code.line * node.value.trimEnd().split('\n').length + code.around + code.bar + code.gap
      );
    case 'mdxJsxFlowElement':
      if (node.name === 'Hint' || node.name === 'Answer') return folded;
      if (node.name !== 'Exercise') return stacked(node.children as Parent['children'], room);
      return (
        exercise.top +
        heading.line +
        heading.gap +
        stacked(node.children as Parent['children'], room) +
        line * linesOf(exercise.task, 0.5, room) +
        gap +
        (room < narrowest ? exercise.command.narrow : exercise.command.wide)
      );
    default:
      return 0;
  }
}

/** Columns readers have, in rem: of phones from 320 to 430 px, of larger screens, and the widest, which most have. */
const rooms = [18, 20.5, 21.4, 22.6, 23.75, 25, 33, 40, 40, 40];

/** Where src/css/prose.css stands in such a column between the widest, 0, and that of a phone of 360 px, 1. */
const narrowness = (room: number): number => (40 / room - 1) / (40 / 20.5 - 1);

/**
 * The heights to give a block in the widest column and on a phone of 360 px, in rem, so that those told from them by
 * narrowness are the least wrong in all columns: lines are whole, what the styles tell is not.
 */
export function heightsOfBlock(node: Nodes): { wide: number; narrow: number } {
  const points = rooms.map((room) => ({ x: narrowness(room), y: heightOfBlock(node, room) }));
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    sum(points.map(of)) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const slope =
    mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
  return { wide: y - slope * x, narrow: y - slope * x + slope };
}
