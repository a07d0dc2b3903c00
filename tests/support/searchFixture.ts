/** A small book to try the search on: fixture pages, indexed in memory by the real code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildIndex, type IndexFiles } from '../../src/search/build/buildIndex';
import { extractPage, type Page } from '../../src/search/build/extract';
import { SearchEngine } from '../../src/search/core/engine';

const folder = join(__dirname, '../fixtures/search');

/** The fixture pages by file name and the path they stand at. */
export function fixturePages(): Page[] {
  const paths = {
    'errors.html': 'appendix/faq',
    'cors.html': 'chapters/chapter07-web-basics',
    'transactions.html': 'chapters/chapter11-data-access',
  };
  return Object.entries(paths).map(([file, path]) =>
    extractPage(readFileSync(join(folder, file), 'utf8'), path),
  );
}

/** Opens an index that lies in memory; `asked` collects the names of the files that are read. */
export function openIndex(files: IndexFiles, asked: string[] = []): Promise<SearchEngine> {
  return SearchEngine.open(async (name) => {
    asked.push(name);
    const file = files.get(name);
    if (!file) throw new Error(`no file ${name}`);
    return gunzipSync(file);
  });
}

/** The index of the fixture pages. */
export function openFixture(): Promise<SearchEngine> {
  return openIndex(buildIndex(fixturePages()));
}

/** Anchors of the sections found, the best first. */
export async function anchorsOf(engine: SearchEngine, query: string): Promise<string[]> {
  return (await engine.search(query, 10)).found.map(({ section }) => section.anchor);
}
