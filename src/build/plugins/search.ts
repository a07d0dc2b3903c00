/** Docusaurus plugin: builds the search index from the built pages, and proves that it can be read (Node only). */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { buildIndex, type IndexFiles } from '../../search/build/buildIndex';
import { extractPage, type Page } from '../../search/build/extract';
import { withQuestions } from '../../search/build/questions';
import { SearchEngine } from '../../search/core/engine';
import { indexFolder } from '../../search/core/format';
import { builtPages } from '../builtPages';

/**
 * Reads the built pages.
 *
 * @param routes paths with the base URL
 * @throws Error when a route has no file
 */
export async function readPages(
  outDir: string,
  baseUrl: string,
  routes: readonly string[],
): Promise<Page[]> {
  const pages: Page[] = [];
  // One after the other: all documents at once would fill the memory of a book ten times as long.
  for (const { path, file } of builtPages(outDir, baseUrl, routes)) {
    const page = extractPage(await readFile(file, 'utf8'), path);
    // Texts cut from a document keep the whole of it alive; a copy does not.
    pages.push(structuredClone(page));
  }
  return pages;
}

/**
 * Opens a written index as a browser would, reads every file, and looks every page up by its title.
 *
 * @throws Error naming what cannot be found or read
 */
export async function proveIndex(folder: string, pages: readonly Page[]): Promise<void> {
  try {
    const engine = await SearchEngine.open(async (name) =>
      gunzipSync(await readFile(join(folder, name))),
    );
    await engine.verify();
    for (const { title, path } of pages) {
      const { found } = await engine.search(title, 10);
      if (!found.some(({ page }) => page.path === path)) {
        throw new Error(`用标题“${title}”搜不到页面 /${path}`);
      }
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`搜索索引不可用：${reason}。请重新构建；仍失败时检查 src/search`, {
      cause,
    });
  }
}

async function write(folder: string, files: IndexFiles): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all([...files].map(([name, bytes]) => writeFile(join(folder, name), bytes)));
}

/** Writes the index into the build; a page that cannot be found by its title fails it. */
export default function searchPlugin({ siteConfig, siteDir }: LoadContext): Plugin {
  return {
    name: 'search-index',
    async postBuild({ outDir, routesPaths }) {
      const built = await readPages(outDir, siteConfig.baseUrl, routesPaths);
      const pages = withQuestions(built, siteDir);
      const folder = join(outDir, indexFolder);
      await write(folder, buildIndex(pages));
      await proveIndex(folder, pages);
    },
  };
}
