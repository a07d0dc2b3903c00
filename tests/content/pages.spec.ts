/** The content checks on the book itself. Each check's own test is `tests/unit/contentChecks.spec.ts`. */
import { expect, test } from '@playwright/test';
import {
  checkExercises,
  checkModules,
  checkUnfilledExamples,
} from '../../scripts/content/checks/chapters';
import {
  checkCodeWidth,
  checkHandwritten,
  checkIncludes,
  checkUnused,
  readBlocks,
} from '../../scripts/content/checks/code';
import {
  checkFiller,
  checkGlossary,
  checkImages,
  checkLinkSchemes,
  checkLinkTexts,
  checkQuotes,
  checkTypedVersions,
} from '../../scripts/content/checks/language';
import { checkQuestions } from '../../scripts/content/checks/questions';
import {
  checkFrontMatter,
  checkHeadings,
  checkSkeleton,
  checkUnfinished,
} from '../../scripts/content/checks/structure';
import { fencedBlocks, type FencedBlock } from '../../scripts/content/fences';
import type { Page } from '../../scripts/content/pages';
import { formatProblem, type Problem } from '../../scripts/content/problem';
import { bookPages } from '../support/bookPages';

const root = process.cwd();

/** What holds for each page, by the name of its test. */
const pageChecks: Readonly<Record<string, (page: Page, root: string) => Problem[]>> = {
  'front matter has title, description and keywords': checkFrontMatter,
  'headings have ASCII ids and skip no level': checkHeadings,
  'chapters have their skeleton': checkSkeleton,
  'nothing is left unfinished': checkUnfinished,
  'includes resolve': checkIncludes,
  'no block over three lines is typed by hand': checkHandwritten,
  'lines of code fit': checkCodeWidth,
  'terms follow the glossary': checkGlossary,
  'no filler': checkFiller,
  'quotes are “ and ”': checkQuotes,
  'no version is typed': checkTypedVersions,
  'links say where they lead': checkLinkTexts,
  'links to other sites are https': checkLinkSchemes,
  'images are local and described': checkImages,
  'exercises and their folders match': checkExercises,
  'sections say how readers ask for them': checkQuestions,
};

const bookChecks: Readonly<Record<string, (pages: readonly Page[], root: string) => Problem[]>> = {
  'chapters, modules and pages match': checkModules,
  'every region and recorded file is printed': checkUnused,
  'no example is left unfilled': (_, root) => checkUnfilledExamples(root),
};

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
