/** Every check of the pages: `npm run check:pages` prints what they find, the content tests expect nothing. */
import type { Page } from '../pages';
import type { Problem } from '../problem';
import { checkChanges, checkTold } from './changes';
import { checkExercises, checkExtensions, checkModules, checkUnfilledExamples } from './chapters';
import { checkCodeWidth, checkHandwritten, checkIncludes, checkUnused } from './code';
import { checkProvenEntries } from './entries';
import {
  checkBold,
  checkFiller,
  checkGlossary,
  checkImages,
  checkLinkSchemes,
  checkLinkTexts,
  checkPictureWords,
  checkQuotes,
  checkSourceLinks,
  checkTypedVersions,
} from './language';
import { checkQuestions } from './questions';
import {
  checkChapterEnd,
  checkComments,
  checkListings,
  checkMainLine,
  checkTermsInOrder,
  checkUniversalWords,
} from './readability';
import { checkFrontMatter, checkHeadings, checkSkeleton, checkUnfinished } from './structure';

type PageCheck = (page: Page, root: string) => Problem[];

/** What holds for each page, by the name of its test. */
export const pageChecks: Readonly<Record<string, PageCheck>> = {
  'front matter has title, description and keywords': checkFrontMatter,
  'headings have ASCII ids and skip no level': checkHeadings,
  'chapters have their skeleton': checkSkeleton,
  'nothing is left unfinished': checkUnfinished,
  'includes resolve': checkIncludes,
  'no block over three lines is typed by hand': checkHandwritten,
  'lines of code fit': checkCodeWidth,
  'terms follow the glossary': checkGlossary,
  'no filler': checkFiller,
  'bold is printed bold': checkBold,
  'quotes are “ and ”': checkQuotes,
  'no version is typed': checkTypedVersions,
  'links say where they lead': checkLinkTexts,
  'links to other sites are https': checkLinkSchemes,
  'links to the repository lead to files': checkSourceLinks,
  'images are local and described': checkImages,
  'words in pictures can be read on a phone': checkPictureWords,
  'exercises and their folders match': checkExercises,
  'sections say how readers ask for them': checkQuestions,
  'entries, proofs and stamps are proven': checkProvenEntries,
  'changed claims are told of': checkTold,
  'universal words have proofs': checkUniversalWords,
  'listings are short and have words between them': checkListings,
  'the main line is short': checkMainLine,
  'comments are in Chinese': checkComments,
  'terms are explained before they are used': checkTermsInOrder,
  'chapters end with what the store can do': checkChapterEnd,
};

/** What holds for the book as a whole, by the name of its test. */
export const bookChecks: Readonly<
  Record<string, (pages: readonly Page[], root: string) => Problem[]>
> = {
  'chapters, modules and pages match': checkModules,
  'every region and recorded file is printed': checkUnused,
  'the list of changes is well written': checkChanges,
  'pages end in .mdx': (_, root) => checkExtensions(root),
  'no example is left unfilled': (_, root) => checkUnfilledExamples(root),
};
