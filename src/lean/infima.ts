/**
 * Leaves out of Infima, the style sheet under Docusaurus's theme, the classes that nothing of this site can have: a
 * class stays when its name stands anywhere in the theme, in `src/` or in a page.
 */
import { join } from 'node:path';
import { PurgeCSS } from 'purgecss';

/** What is used here of PostCSS, in whose chain Docusaurus puts this. */
interface Root {
  readonly source?: { readonly input: { readonly file?: string } };
  removeAll(): void;
  append(css: string): void;
  toString(): string;
}
interface Result {
  readonly messages: object[];
}
interface PostCssPlugin {
  readonly postcssPlugin: string;
  OnceExit(root: Root, helpers: { readonly result: Result }): Promise<void>;
}

/** Folders of pages and components, below the site's. */
const ours = ['docs', 'appendix', 'src'];
/** Folders of what of Docusaurus the browser gets. */
const theirs = [
  'core/lib/client',
  'theme-common/lib',
  'theme-classic/lib/theme',
  'plugin-content-docs/lib/client',
];
/** The site has no blog. */
const unused = ['**/theme/Blog*/**'];

/** Elements that Markdown and the theme may write. */
const elements = new RegExp(
  `^(?:${[
    'a|abbr|article|aside|b|blockquote|body|br|button|caption|cite|code|dd|del|details|dfn|div|dl|dt|em',
    'figcaption|figure|footer|h[1-6]|header|hr|html|i|iframe|img|input|ins|kbd|label|li|main|mark|nav|ol|p',
    'picture|pre|q|s|samp|section|select|small|span|strong|sub|summary|sup|svg|table|tbody|td|textarea',
    'tfoot|th|thead|time|tr|u|ul|var|video',
  ].join('|')})$`,
);

/**
 * The PostCSS plugin.
 *
 * @param siteDir the site's folder
 */
export function leanInfima(siteDir: string): PostCssPlugin {
  const folders = ours.map((name) => join(siteDir, name));
  return {
    postcssPlugin: 'lean-infima',
    async OnceExit(root, { result }) {
      const file = root.source?.input.file;
      if (!file || !/[\\/]infima[\\/]/.test(file)) return;
      const [purged] = await new PurgeCSS().purge({
        css: [{ raw: root.toString() }],
        content: [
          ...folders.map((folder) => `${folder}/**/*.{md,mdx,ts,tsx}`),
          ...theirs.map((folder) => `${siteDir}/node_modules/@docusaurus/${folder}/**/*.js`),
        ],
        skippedContentGlobs: unused,
        defaultExtractor: (text) => text.match(/[\w-]+/g) ?? [],
        safelist: { standard: [elements] },
      });
      if (!purged) throw new Error(`${file}：PurgeCSS 没有返回样式，请检查 src/lean/infima.ts`);
      root.removeAll();
      root.append(purged.css);
      // The bundler's cache must not outlive a class that a page begins to use.
      for (const dir of folders) {
        result.messages.push({ type: 'dir-dependency', plugin: 'lean-infima', dir, parent: file });
      }
    },
  };
}
