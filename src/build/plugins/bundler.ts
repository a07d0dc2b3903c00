/** Docusaurus plugin: how the bundler packs the browser's scripts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';

/** The part of Rspack that is used here. */
interface Rspack {
  readonly BannerPlugin: new (options: object) => { apply(): void };
}

/** A navbar item as the settings write it. */
interface Item {
  readonly type?: string;
  readonly items?: readonly Item[];
}

/** The theme's settings, as far as they decide which of its parts are shown. */
interface Shown {
  readonly navbar?: { readonly items?: readonly Item[] };
  readonly announcementBar?: object;
}

const dropdowns = ['Dropdown', 'DocsVersionDropdown', 'LocaleDropdown'];

/** Components of the theme that are in every page's scripts, though the site's settings never show them. */
function unusedComponents({ siteDir, siteConfig }: LoadContext): string[] {
  const { navbar, announcementBar } = siteConfig.themeConfig as Shown;
  const hasDropdown = navbar?.items?.some(
    ({ type = '', items }) => items ?? /dropdown/i.test(type),
  );
  return [
    ...(announcementBar ? [] : ['AnnouncementBar']),
    ...(existsSync(join(siteDir, 'versions.json')) ? [] : ['DocVersionBanner']),
    ...(hasDropdown ? [] : dropdowns.map((name) => `NavbarItem/${name}NavbarItem`)),
  ].map((name) => `@theme/${name}`);
}

const app = join(__dirname, '../../app');

export default function bundlerPlugin(context: LoadContext): Plugin {
  return {
    name: 'bundler',
    configureWebpack(config, isServer, { currentBundler }) {
      if (isServer || config.mode !== 'production' || currentBundler.name !== 'rspack') return {};
      const { BannerPlugin } = currentBundler.instance as unknown as Rspack;
      const nothing = unusedComponents(context).map((name) => [
        name,
        join(app, 'replacements/Nothing.ts'),
      ]);
      return {
        // Scripts to evaluate, each in a task of its own: the libraries, what frames a page, then the rest.
        entry: {
          'main-libraries': ['react', 'react-dom/client', 'react-router-dom', 'react-helmet-async'],
          'main-frame': { import: join(app, 'frame.ts'), dependOn: 'main-libraries' },
          main: { import: config.entry as string, dependOn: 'main-frame' },
        },
        resolve: {
          alias: {
            ...Object.fromEntries(nothing),
            '@docusaurus/utils-common$': join(app, 'replacements/utilsCommon.ts'),
          },
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
      };
    },
  };
}
