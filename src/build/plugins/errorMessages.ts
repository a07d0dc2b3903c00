/** Puts `src/app/replacements/docsClient.ts` in the place of the docs plugin's client functions, whose errors are English only. */
import { join } from 'node:path';
import type { Plugin } from '@docusaurus/types';

export default function errorMessagesPlugin(): Plugin {
  return {
    name: 'error-messages',
    configureWebpack: () => ({
      resolve: {
        alias: {
          '@docusaurus/plugin-content-docs/client$': join(
            __dirname,
            '../../app/replacements/docsClient.ts',
          ),
        },
      },
    }),
  };
}
