/** How readers ask for a section in words that its text lacks: authors keep them beside the pages (Node only). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../data/readJson';
import type { Page } from './extract';

/** Folder of the questions below the repository's root: one file per page, named as the page's file. */
export const questionsFolder = 'src/data/questions';

/** Readers' phrases by anchor; the empty anchor is the page's beginning. */
export type Questions = Readonly<Record<string, readonly string[]>>;

/** A page's file of questions, by the page's path below the base URL. */
function fileOf({ path }: Page): string {
  return `${path === '' ? 'intro' : (path.split('/').at(-1) ?? '')}.json`;
}

function isQuestions(value: unknown): value is Questions {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (phrases) =>
        Array.isArray(phrases) &&
        phrases.every((phrase) => typeof phrase === 'string' && phrase.trim() !== ''),
    )
  );
}

/**
 * Reads a file of questions.
 *
 * @throws Error with one line when it is not what it should be
 */
export function readQuestions(file: string): Questions {
  let value: unknown;
  try {
    value = readJson(file);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const reason = cause.message.slice(`${file}: `.length).replace(/\s+/g, ' ');
    throw new Error(`${file} 不是有效的 JSON，请改正：${reason}`, { cause });
  }
  if (isQuestions(value)) return value;
  throw new Error(`${file} 应当是 {"锚点": ["问法", …], …}，问法不能为空`);
}

/**
 * Adds the readers' questions to the sections they ask for.
 *
 * @param root the repository's root
 * @throws Error with one line when a file is not what it should be, or names a page or section that is not there
 */
export function withQuestions(pages: readonly Page[], root: string): Page[] {
  const folder = join(root, questionsFolder);
  if (!existsSync(folder)) return [...pages];
  const files = new Set(readdirSync(folder).filter((file) => file.endsWith('.json')));
  const asked = pages.map((page) => {
    const file = fileOf(page);
    if (!files.delete(file)) return page;
    const questions = new Map(Object.entries(readQuestions(join(folder, file))));
    const sections = page.sections.map((section) => {
      const own = questions.get(section.anchor);
      questions.delete(section.anchor);
      return own ? { ...section, questions: own } : section;
    });
    const [unknown] = questions.keys();
    if (unknown === undefined) return { ...page, sections };
    throw new Error(
      `${questionsFolder}/${file}：页面 /${page.path} 没有小节 #${unknown}，请改成现在的锚点`,
    );
  });
  const [orphan] = files;
  if (orphan) throw new Error(`${questionsFolder}/${orphan} 没有同名的页面，请改名或删除`);
  return asked;
}
