/** Opens the index of a built site from disk, for scripts and tests. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SearchEngine } from '../../src/search/core/engine';
import { indexFolder, manifestFile } from '../../src/search/core/format';

/**
 * Opens the index that the build wrote.
 *
 * @param site folder of the built site
 * @throws Error with one line when the site is not built
 */
export async function openBuiltIndex(site: string): Promise<SearchEngine> {
  const folder = join(site, indexFolder);
  if (!existsSync(join(folder, manifestFile))) {
    throw new Error(`${folder} 里没有搜索索引：请先运行 npm run build`);
  }
  return SearchEngine.open(async (name) => gunzipSync(await readFile(join(folder, name))));
}
