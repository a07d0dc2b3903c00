/** The content checks on the book itself. Each check's own test is `tests/unit/contentChecks.spec.ts`. */
import { expect, test } from '@playwright/test';
import { bookChecks, pageChecks } from '../../scripts/content/checks/all';
import { readBlocks } from '../../scripts/content/checks/code';
import { fencedBlocks, type FencedBlock } from '../../scripts/content/fences';
import { formatProblem } from '../../scripts/content/problem';
import { bookPages } from '../support/bookPages';

// Parsing the book takes longer than looking at it: one worker does both.
test.describe.configure({ mode: 'default' });

const root = process.cwd();

for (const [name, check] of Object.entries(pageChecks)) {
  test(name, async () => {
    const pages = await bookPages();
    expect(pages.flatMap((page) => check(page, root)).map(formatProblem)).toEqual([]);
  });
}

test('the build counts the blocks that the parser finds', async () => {
  const lines = ({ meta, value, position }: FencedBlock): string =>
    `${position?.start.line} ${meta ?? ''}\n${value}`;
  for (const { source, fences } of await bookPages()) {
    expect(fencedBlocks(source).map(lines)).toEqual(fences.map(lines));
  }
});

for (const [name, check] of Object.entries(bookChecks)) {
  test(name, async () => {
    expect(check(await bookPages(), root).map(formatProblem)).toEqual([]);
  });
}

test('blocks typed by hand are listed, each with a reason that says something', async () => {
  const excused = (await bookPages()).flatMap((page) =>
    readBlocks(page, root).blocks.flatMap(({ line, fence: { handwritten } }) =>
      handwritten === undefined ? [] : [{ path: page.path, line, message: handwritten }],
    ),
  );
  for (const problem of excused) console.log(`手写代码块：${formatProblem(problem)}`);
  expect(excused.filter(({ message }) => [...message].length < 6).map(formatProblem)).toEqual([]);
});
