/** Writes the service worker of a built site: the worker's code, and the files it keeps. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { workerFile, type KeptFile } from '../../src/offline/messages';

/** What readers without a network do not need: other forms of the book, and what only machines ask for. */
const leftOut = [
  /^downloads\//,
  /\.md$/,
  /\.(txt|map)$/,
  /^_headers$/,
  /^sitemap\.xml$/,
  /^img\/social-card\.png$/,
  new RegExp(`^${workerFile.replace('.', '\\.')}`),
];

/** Path that a page is asked for by, without the base URL; other files keep theirs. */
const urlOf = (file: string): string => file.replace(/(^|\/)index\.html$/, '');

/** The files of a built site that its worker keeps. */
function keptFilesOf(site: string): KeptFile[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(site, name)).isFile())
    .map((name) => relative(site, join(site, name)).split(sep).join('/'))
    .filter((name) => !leftOut.some((pattern) => pattern.test(name)))
    .sort()
    .map((name) => {
      const data = readFileSync(join(site, name));
      const digest = createHash('sha256').update(data).digest('base64');
      return {
        url: urlOf(name),
        revision: digest.slice(0, 16),
        integrity: `sha256-${digest}`,
        bytes: data.length,
      };
    });
}

/**
 * Writes the worker into the built site.
 *
 * @returns how many files it keeps, and their size in bytes
 * @throws Error with one line when the site is not built
 */
export async function makeWorker(site: string): Promise<{ files: number; bytes: number }> {
  if (!existsSync(join(site, 'index.html'))) {
    throw new Error(`${site} 里没有构建好的书，请先运行 npm run build`);
  }
  const files = keptFilesOf(site);
  const file = join(site, workerFile);
  await build({
    entryPoints: [join(__dirname, '../../src/offline/worker.ts')],
    outfile: `${file}.part`,
    bundle: true,
    minify: true,
    format: 'iife',
    define: { keptFiles: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
  });
  renameSync(`${file}.part`, file);
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
