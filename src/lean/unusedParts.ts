/** Parts of the theme that the site's settings never show, for the bundler to leave out of the browser's scripts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocusaurusConfig } from '@docusaurus/types';

/** Folders of pages, below the site's. */
const pages = ['docs', 'appendix'];

/** A navbar item as the settings write it. */
interface Item {
  readonly type?: string;
  readonly items?: readonly Item[];
}

/** The types of navbar items that are shown, those in menus included; without a type they are what Docusaurus takes. */
function typesOf(items: readonly Item[]): string[] {
  return items.flatMap(({ type, items: inner }) => [
    type && type !== 'default' ? type : inner ? 'dropdown' : 'default',
    ...typesOf(inner ?? []),
  ]);
}

/** Whether a page of the folder says of itself that no list names it, for which it carries a notice. */
const hasUnlisted = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.mdx?$/.test(name))
    .some((name) =>
      /^---\n(?:.+\n)*unlisted: true\n/.test(readFileSync(join(folder, name), 'utf8')),
    );

/** The theme's settings, as far as they decide here. */
interface Shown {
  readonly navbar?: { readonly items?: readonly Item[] };
  readonly announcementBar?: object;
}

/** Folders of the theme, as globs, whose types of navbar items the settings do not have; all dropdowns share one. */
export function unusedNavbarItems({ navbar }: Shown): string[] {
  const types = typesOf(navbar?.items ?? []);
  return [
    ...(types.includes('localeDropdown') ? [] : ['LocaleDropdown']),
    ...(types.some((type) => /dropdown$/i.test(type)) ? [] : ['Dropdown']),
  ].map((name) => `**/theme/NavbarItem/${name}NavbarItem/**`);
}

/**
 * A rule for the bundler.
 *
 * @param siteDir the site's folder: with a file of versions in it, pages may carry a banner that tells theirs is old
 */
export function unusedParts(
  { themeConfig }: Pick<DocusaurusConfig, 'themeConfig'>,
  siteDir: string,
): object {
  const { navbar, announcementBar } = themeConfig as Shown;
  const parts = [
    'NavbarItem/ComponentTypes',
    ...(announcementBar ? [] : ['AnnouncementBar/index']),
    ...(existsSync(join(siteDir, 'versions.json')) ? [] : ['DocVersionBanner/index']),
    ...(pages.some((name) => hasUnlisted(join(siteDir, name))) ? [] : ['ContentVisibility/index']),
  ];
  return {
    test: new RegExp(
      `theme-classic[\\\\/]lib[\\\\/]theme[\\\\/](?:${parts.join('|').replaceAll('/', '[\\\\/]')})\\.js$`,
    ),
    use: {
      loader: join(__dirname, 'unused.cjs'),
      options: { navbarItems: typesOf(navbar?.items ?? []) },
    },
  };
}
