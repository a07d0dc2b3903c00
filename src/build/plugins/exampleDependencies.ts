/** Docusaurus plugin: makes pages depend on the example files they include. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { proofFile, versionsFile } from '../../data/paths';
import { FenceError, parseFence } from '../../code/include/fence';
import { IncludeError, includedPath, repositoryPath } from '../../code/include/include';

/** Settings of the fences in a page's source, found without parsing the page. */
function fenceMetas(source: string): string[] {
  return [...source.matchAll(/^[ \t>]*(?:`{3,}|~{3,})[^\s`]*[ \t]+(.*\bfile=.*)$/gm)].map(
    ([, meta = '']) => meta.trim(),
  );
}

/**
 * Paths on disk of the files a page's source includes, whether they exist or not: a missing file that
 * appears must rebuild the page too. Broken fences are skipped, the remark plugin reports them.
 */
export function includedFiles(root: string, pagePath: string, source: string): string[] {
  return fenceMetas(source).flatMap((meta) => {
    try {
      const { file } = parseFence(meta);
      return file === undefined ? [] : [resolve(root, includedPath(pagePath, file))];
    } catch (error) {
      if (error instanceof FenceError || error instanceof IncludeError) return [];
      throw error;
    }
  });
}

/** Proofs of the modules that a page's stamps name. */
function stampProofs(source: string): string[] {
  return [...source.matchAll(/<Stamp\s+chapter="([^"]+)"/g)].map(([, module = '']) =>
    proofFile(module),
  );
}

const include = join(__dirname, '../../code/include');
const stamp = join(__dirname, '../../book/entries/stamp.ts');

/** Registers the dependencies of every page with the bundler. */
export default function exampleDependencies({ siteDir }: LoadContext): Plugin {
  // A page is also made of the plugins: without that the persistent cache would outlive its changes.
  const own = [__filename, stamp, ...readdirSync(include).map((name) => join(include, name))];
  const shared = [...own, join(siteDir, versionsFile)];
  const dependenciesOf = (source: string, pagePath: string): string[] => [
    ...shared,
    ...stampProofs(source).map((file) => join(siteDir, file)),
    ...includedFiles(siteDir, repositoryPath(siteDir, pagePath), source),
  ];
  return {
    name: 'example-dependencies',
    configureWebpack() {
      return {
        module: {
          rules: [
            {
              test: /\.mdx?$/i,
              enforce: 'pre',
              include: ['docs', 'appendix'].map((folder) => join(siteDir, folder)),
              use: [
                {
                  loader: join(include, 'dependencyLoader.cjs'),
                  options: { dependenciesOf },
                },
              ],
            },
          ],
        },
      };
    },
  };
}
