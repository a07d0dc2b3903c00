/**
 * Docusaurus plugin: leaves out of a production build the parts of Infima, the theme's style sheet, that nothing on
 * this site can show, so that what was added for readers who take the book along did not make the styles before the
 * first paint larger (docs-dev/decisions.md). It goes by the words in the theme's, the pages' and our own
 * source: what is composed only while a page is drawn is named below.
 */
import { join } from 'node:path';
import purgeCss from '@fullhuman/postcss-purgecss';
import type { LoadContext, Plugin } from '@docusaurus/types';
import type { Helpers, Plugin as PostCssPlugin, Root } from 'postcss';
import { listFiles } from '../../../scripts/examples/modules';

/** Classes whose end is put together while a page is drawn: `alert--${type}`, `table` and what Markdown makes. */
const composed = [/^alert/, /^col/, /^markdown/, /^table/];

/** Where class names may stand, and in which files. */
const places = [
  ['node_modules/@docusaurus/theme-classic/lib', /\.js$/],
  ['node_modules/@docusaurus/theme-common/lib', /\.js$/],
  ['src', /\.(?:ts|tsx|css)$/],
  ['docs', /\.mdx$/],
  ['appendix', /\.mdx$/],
] as const;

/** The files in a folder. As a pattern its path would find nothing if it holds `(1)`, or Windows's backslashes. */
function filesIn(folder: string, named: RegExp): string[] {
  return listFiles(folder)
    .filter((file) => named.test(file))
    .map((file) => join(folder, file));
}

export default function unusedStylesPlugin({ siteDir }: LoadContext): Plugin {
  const folders = places.map(([folder, named]) => ({ dir: join(siteDir, folder), named }));
  const purge = purgeCss({
    content: [],
    contentFunction: () => folders.flatMap(({ dir, named }) => filesIn(dir, named)),
    safelist: { standard: composed },
  }) as PostCssPlugin;
  let production = false;
  const plugin = {
    postcssPlugin: 'unused-infima',
    OnceExit(root: Root, helpers: Helpers) {
      const file = root.source?.input.file ?? '';
      if (!production || !/[\\/]infima[\\/]/.test(file)) return;
      // The bundler's cache holds as long as nothing changes where the class names stand.
      for (const { dir } of folders)
        helpers.result.messages.push({
          dir,
          type: 'dir-dependency',
          plugin: 'unused-infima',
          parent: file,
        });
      // PurgeCSS takes away `:where(.used):hover`: what it misreads stays.
      root.walkRules(/:where\(/, (rule) => void rule.before({ text: 'purgecss ignore' }));
      return purge.OnceExit?.(root, helpers);
    },
  };
  return {
    name: 'unused-styles',
    configurePostCss: (options) => ({ ...options, plugins: [...options.plugins, plugin] }),
    configureWebpack({ mode }) {
      production = mode === 'production';
      return {};
    },
  };
}
