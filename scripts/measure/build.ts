/** How long a build takes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kilobyteCells, rounded, sumBy, type Row } from './figures';

/** Docusaurus's command below the repository's folder. */
const docusaurus = join('node_modules', '@docusaurus', 'core', 'bin', 'docusaurus.mjs');

/**
 * Builds into a folder.
 *
 * @param cache whether the bundler may use and leave its persistent cache
 * @returns how long it took, in s
 * @throws Error with the build's output when it fails
 */
function secondsToBuild(folder: string, cache: boolean): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [docusaurus, 'build', '--out-dir', folder],
    {
      encoding: 'utf8',
      env: { ...process.env, ...(!cache && { DOCUSAURUS_NO_PERSISTENT_CACHE: 'true' }) },
    },
  );
  if (status !== 0) throw new Error(`构建失败：\n${stderr}`);
  return (performance.now() - begun) / 1000;
}

/** Builds the book without the bundler's cache, and twice with it; `build/` is left alone. */
export function measureBuild(): Row {
  const folder = mkdtempSync(join(tmpdir(), 'measure-build-'));
  try {
    const cold = secondsToBuild(folder, false);
    secondsToBuild(folder, true);
    const warm = secondsToBuild(folder, true);
    const sitemap = readFileSync(join(folder, 'sitemap.xml'), 'utf8');
    return {
      页: sitemap.match(/<loc>/g)?.length ?? 0,
      '冷 s': rounded(cold, 1),
      '热 s': rounded(warm, 1),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
