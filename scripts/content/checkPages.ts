/** Finds everything that the page checks have to say, without a build. */
import { Failure } from '../examples/failure';
import { bookChecks, pageChecks } from './checks/all';
import { chapterOf, pagePaths, tryReadPages } from './pages';
import type { Problem } from './problem';

/**
 * Paths of the pages that somebody typed: a path, a page's name, or its beginning such as `chapter08`.
 *
 * @throws Failure naming what is no page
 */
export function pagesNamed(typed: readonly string[], root: string): string[] {
  const known = pagePaths(root);
  return typed.flatMap((name) => {
    const wanted = name.replaceAll('\\', '/').replace(/^\.\//, '');
    const found = known.filter((path) => {
      const id = path.replace(/^.*\/|\.mdx$/g, '');
      return path === wanted || id === wanted || id.startsWith(`${wanted}-`);
    });
    if (found.length === 0) {
      throw new Failure(`没有页面 ${name}，写路径或页名，例如 docs/intro.mdx、chapter08`);
    }
    return found;
  });
}

/**
 * Everything that the page checks find.
 *
 * @param only the pages to look at, from the repository's root; all of them and the book as a whole if empty
 * @returns the findings in order of pages and lines
 */
export async function findPageProblems(root: string, only: readonly string[]): Promise<Problem[]> {
  const { pages, problems } = await tryReadPages(root);
  const canReadAll = problems.length === 0;
  const wanted = (path: string): boolean =>
    only.length === 0 || only.some((page) => belongsTo(path, page));
  for (const check of Object.values(pageChecks)) {
    for (const page of pages) if (wanted(page.path)) problems.push(...check(page, root));
  }
  // What a page that cannot be read shows would be missed.
  for (const check of canReadAll ? Object.values(bookChecks) : []) {
    problems.push(...check(pages, root));
  }
  return problems
    .filter(({ path }) => wanted(path))
    .sort((a, b) => a.path.localeCompare(b.path, 'en') || a.line - b.line);
}

/** Whether a file is a page or stands in the example module of that page. */
function belongsTo(path: string, page: string): boolean {
  const module = chapterOf(page);
  if (path === page) return true;
  return module !== undefined && `${path}/`.startsWith(`examples/${module}/`);
}
