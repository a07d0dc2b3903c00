/** The readers' questions beside the pages: the search finds a section by words that its text lacks. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  questionsFolder,
  readQuestions,
  type Questions,
} from '../../../src/search/build/questions';
import type { Page } from '../pages';
import type { Problem } from '../problem';

/** Fewest questions of a section. */
const leastQuestions = 2;

/** Sections that announce or repeat others; nobody asks for them. */
const unasked = new Set(['pitfalls', 'summary', 'exercises', 'further-reading']);

/** Every section that explains something has readers' questions. */
export function checkQuestions({ path, headings }: Page, root: string): Problem[] {
  const name = join(questionsFolder, `${basename(path, '.mdx')}.json`).replaceAll('\\', '/');
  const file = join(root, name);
  let questions: Questions;
  try {
    questions = existsSync(file) ? readQuestions(file) : {};
  } catch (error) {
    return [{ path, line: 0, message: error instanceof Error ? error.message : String(error) }];
  }
  return headings.flatMap(({ depth, id, line, text }) => {
    if (depth > 3 || id === undefined || unasked.has(id)) return [];
    if ((questions[id]?.length ?? 0) >= leastQuestions) return [];
    const message = `“${text}”（#${id}）的读者问法不足 ${leastQuestions} 条，写进 ${name}`;
    return [{ path, line, message }];
  });
}
