/** Docusaurus plugin: makes pages depend on the example files they include, and on the tests they name. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { changesFile, proofFile, sourcesFile, versionsFile } from '../../data/paths';
import { referencesPage } from '../../book/entries/claims';
import { includedPaths, repositoryPath } from '../../code/include/include';
import { fencedBlocks } from '../../../scripts/content/fences';

/** Paths on disk of the files a page's source includes: a missing one that appears must rebuild the page too. */
export function includedFiles(root: string, pagePath: string, source: string): string[] {
  const metas = fencedBlocks(source).map(({ meta }) => meta);
  return includedPaths(pagePath, metas).map((path) => join(root, path));
}

/** Modules whose tests a page names: its own, and those before the slash of `module/Class#method`. */
function modulesNamed(source: string, page: string): string[] {
  const named = source.matchAll(/\b(?:test|bad|good|chapter)="([\w-]+)[/"]/g);
  return [...new Set([basename(page, '.mdx'), ...Array.from(named, ([, module = '']) => module)])];
}

/** What a page is made of besides its own text. */
export interface Dependencies {
  readonly files: readonly string[];
  /** Folders of which any file may matter. */
  readonly folders: readonly string[];
}

const include = join(__dirname, '../../code/include');
const book = join(__dirname, '../../book');

/** Registers the dependencies of every page with the bundler. */
export default function exampleDependencies({ siteDir }: LoadContext): Plugin {
  const shared = [versionsFile, sourcesFile, changesFile, referencesPage];
  const data = shared.map((file) => join(siteDir, file));
  const dependenciesOf = (source: string, pagePath: string): Dependencies => {
    const page = repositoryPath(siteDir, pagePath);
    const modules = modulesNamed(source, page);
    const proofs = modules.map((module) => join(siteDir, proofFile(module)));
    const tests = modules.map((module) => join(siteDir, 'examples', module, 'src/test/java'));
    return {
      files: [__filename, ...data, ...proofs, ...includedFiles(siteDir, page, source)],
      // A page is also made of the plugins: without that the persistent cache would outlive its changes.
      folders: [include, book, ...tests.filter((folder) => existsSync(folder))],
    };
  };
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
              use: {
                loader: join(include, 'dependencyLoader.cjs'),
                options: { dependenciesOf },
              },
            },
          ],
        },
      };
    },
  };
}
