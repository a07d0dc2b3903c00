/** Docusaurus plugin: leaves out of the browser's scripts what only the build needs, and packs them anew. */
import { join } from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { isBuild } from '../config/environment';

/** The part of Rspack that is used here. */
interface Rspack {
  readonly SwcJsMinimizerRspackPlugin: new (options: object) => { apply(): void };
}

export default function leanPlugin(): Plugin {
  return {
    name: 'lean',
    getClientModules: () => (isBuild() ? [join(__dirname, 'frame.ts')] : []),
    configureWebpack(config, isServer, { currentBundler }) {
      if (isServer || !isBuild() || currentBundler.name !== 'rspack') return {};
      const { SwcJsMinimizerRspackPlugin } = currentBundler.instance as unknown as Rspack;
      const [, styles] = config.optimization?.minimizer ?? [];
      return {
        mergeStrategy: { 'optimization.minimizer': 'replace' },
        // Two scripts to evaluate, each in a task of its own: React first, then what is built on it.
        entry: {
          'main-react': ['react-dom/client', 'react/jsx-runtime'],
          main: { import: config.entry as string, dependOn: 'main-react' },
        },
        resolve: { alias: { '@docusaurus/utils-common$': join(__dirname, 'utilsCommon.ts') } },
        module: {
          rules: [
            {
              test: /[\\/](?:docusaurus\.config\.mjs|codeTranslations\.json)$/,
              use: join(__dirname, 'loader.cjs'),
            },
          ],
        },
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
