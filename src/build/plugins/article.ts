/**
 * Docusaurus plugin: the text of a page reaches the reader as the HTML that the build rendered, and as nothing
 * else. React takes over the frame only, so a page's length costs no script. `npm start` has no such HTML and
 * renders the text in the browser, as the build does.
 */
import { join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { isBuild } from '../environment';

const article = join(__dirname, '../../article');

export default function articlePlugin({ siteDir }: LoadContext): Plugin {
  return {
    name: 'article',
    getClientModules: () => (isBuild() ? [join(article, 'loading.ts')] : []),
    configureWebpack(_config, isServer) {
      const link = { '@docusaurus/Link': join(__dirname, '../../navigation/Link.tsx') };
      if (isServer || !isBuild()) return { resolve: { alias: link } };
      return {
        resolve: {
          alias: {
            ...link,
            '@theme/DocItem/Content': join(article, 'reader/ServerArticle.tsx'),
            // Highlighting is done when nobody waits: its languages have no place in the browser.
            '@theme/prism-include-languages': false,
            [require.resolve('@docusaurus/theme-classic/lib/prism-include-languages')]: false,
          },
        },
        module: {
          rules: [
            {
              test: /\.mdx?$/i,
              enforce: 'post',
              include: ['docs', 'appendix'].map((folder) => join(siteDir, folder)),
              use: join(article, 'build/pageLoader.cjs'),
            },
          ],
        },
      };
    },
  };
}
