/** How long a build takes and how much memory, for the book and for a book several times as long. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { kilobyteCells, rounded, sumBy, type Row } from './figures';
import { costOf, type RunCost } from './processMemory';
import { copySite } from './siteCopy';

/** Docusaurus's command below a site's folder. */
export const docusaurus = join('node_modules', '@docusaurus', 'core', 'bin', 'docusaurus.mjs');

function build(folder: string): Promise<RunCost> {
  return costOf(process.execPath, [docusaurus, 'build'], folder);
}

/** Builds the chapters `scale` times over: cold, with no cache at all, and again with what that left. */
export async function measureBuild(repository: string, scale: number): Promise<Row> {
  const { folder, remove } = copySite(repository, scale);
  try {
    const cold = await build(folder);
    const warm = await build(folder);
    const sitemap = readFileSync(join(folder, 'build/sitemap.xml'), 'utf8');
    return {
      章: `${scale}×`,
      页: sitemap.match(/<loc>/g)?.length ?? 0,
      '冷 s': rounded(cold.seconds, 1),
      '热 s': rounded(warm.seconds, 1),
      '冷 MB': rounded(cold.megabytes),
      '热 MB': rounded(warm.megabytes),
    };
  } finally {
    remove();
  }
}

/** Bytes of a built site's files by extension, uncompressed. */
export function builtCells(folder: string): Row {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const extension = ({ name }: { readonly name: string }): string => name.split('.').at(-1) ?? '';
  return kilobyteCells(
    sumBy(files, extension, ({ name, parentPath }) => statSync(join(parentPath, name)).size),
  );
}
