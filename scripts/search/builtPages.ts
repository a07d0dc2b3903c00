/** Reads the pages of a built site again, for scripts that measure. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractPage, type Page } from '../../src/search/build/extract';
import { withQuestions } from '../../src/search/build/questions';
import { openBuiltIndex } from './builtIndex';

/**
 * The pages that the built index lists, read from the built HTML, with the readers' questions.
 *
 * @param site folder of the built site
 * @param root the repository's root
 */
export async function readBuiltPages(site: string, root = process.cwd()): Promise<Page[]> {
  const { pages } = await openBuiltIndex(site);
  const built = await Promise.all(
    pages.map(async ({ path }) =>
      extractPage(await readFile(join(site, path, 'index.html'), 'utf8'), path),
    ),
  );
  return withQuestions(built, root);
}
