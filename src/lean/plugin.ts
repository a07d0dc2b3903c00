/** Docusaurus plugin: leaves out of the browser's scripts what only the build needs, and packs them anew. */
import { dirname, join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { isBuild } from '../config/environment';
import { leanInfima } from './infima';
import { unusedNavbarItems, unusedParts } from './unusedParts';

/** The part of Rspack that is used here. */
interface Rspack {
  readonly SwcJsMinimizerRspackPlugin: new (options: object) => { apply(): void };
  readonly BannerPlugin: new (options: object) => { apply(): void };
}

export default function leanPlugin({ siteDir, siteConfig }: LoadContext): Plugin {
  return {
    name: 'lean',
    configurePostCss(options) {
      if (isBuild())
        options.plugins.push(leanInfima(siteDir, unusedNavbarItems(siteConfig.themeConfig)));
      return options;
    },
    configureWebpack(config, isServer, { currentBundler }) {
      if (!isBuild() || currentBundler.name !== 'rspack') return {};
      // Preact draws the built pages: a tenth of React's bytes, for the same components. Docusaurus sets the same
      // two names to the site's own React; `start` keeps that.
      const compat = dirname(require.resolve('preact/compat/package.json'));
      const preact = { react: compat, 'react-dom': compat };
      if (isServer) return { resolve: { alias: preact } };
      const { SwcJsMinimizerRspackPlugin, BannerPlugin } =
        currentBundler.instance as unknown as Rspack;
      const [, styles] = config.optimization?.minimizer ?? [];
      return {
        mergeStrategy: { 'optimization.minimizer': 'replace' },
        // Scripts to evaluate, each in a task of its own: the libraries, what frames a page, then the rest.
        entry: {
          'main-libraries': [
            'react',
            'react-dom/client',
            'react/jsx-runtime',
            'react-router-dom',
            'react-helmet-async',
          ],
          'main-frame': { import: join(__dirname, 'frame.ts'), dependOn: 'main-libraries' },
          main: { import: config.entry as string, dependOn: 'main-frame' },
        },
        resolve: {
          alias: { ...preact, '@docusaurus/utils-common$': join(__dirname, 'utilsCommon.ts') },
        },
        module: {
          rules: [
            {
              test: /[\\/](?:docusaurus\.config\.mjs|codeTranslations\.json)$/,
              use: join(__dirname, 'loader.cjs'),
            },
            {
              test: /@docusaurus[\\/](?:plugin-content-docs[\\/]lib[\\/]client[\\/]docsClientUtils|theme-common[\\/]lib[\\/]utils[\\/]reactUtils)\.js$/,
              use: join(__dirname, 'collation.cjs'),
            },
            {
              test: /[\\/]react-helmet-async[\\/]lib[\\/]index\.module\.js$/,
              use: join(__dirname, 'helmet.cjs'),
            },
            {
              test: /@docusaurus[\\/]core[\\/]lib[\\/]client[\\/]PendingNavigation\.js$/,
              use: join(__dirname, 'navigation.cjs'),
            },
            unusedParts(siteConfig, siteDir),
          ],
        },
        plugins: [
          // Chromium then compiles a script off the main thread while it arrives, and not function by function at
          // the first call (https://v8.dev/blog/explicit-compile-hints); to others it is a comment.
          new BannerPlugin({
            banner: '//# allFunctionsCalledOnLoad',
            raw: true,
            entryOnly: true,
            test: /\.js$/,
            // After the scripts were made small, which leaves out comments.
            stage: 5000,
          }),
        ],
        optimization: {
          minimizer: [
            new SwcJsMinimizerRspackPlugin({
              minimizerOptions: {
                ecma: 2022,
                module: true,
                mangle: true,
                compress: { ecma: 2022, passes: 3 },
                // Chinese as it is: an escape takes twice the bytes.
                format: { ecma: 2022, comments: false, ascii_only: false },
              },
            }),
            styles,
          ],
        },
      };
    },
  };
}
