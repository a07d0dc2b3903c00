/**
 * Leaves out of Infima, the style sheet under Docusaurus's theme, the classes that nothing of this site can have: a
 * class stays when its name stands anywhere in the theme, in `src/` or in a page. A variable stays when another
 * style, or a script, takes its value.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PurgeCSS } from 'purgecss';

/** What is used here of PostCSS, in whose chain Docusaurus puts this. */
interface Root {
  readonly source?: { readonly input: { readonly file?: string } };
  removeAll(): void;
  append(css: string): void;
  walkDecls(name: RegExp, visit: (declaration: { prop: string; remove(): void }) => void): void;
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
const blog = '**/theme/Blog*/**';

/** Elements that Markdown and the theme may write. */
const elements = new RegExp(
  `^(?:${[
    'a|abbr|article|aside|b|blockquote|body|br|button|caption|cite|code|dd|del|details|dfn|div|dl|dt|em',
    'figcaption|figure|footer|h[1-6]|header|hr|html|i|iframe|img|input|ins|kbd|label|li|main|mark|nav|ol|p',
    'picture|pre|q|s|samp|section|select|small|span|strong|sub|summary|sup|svg|table|tbody|td|textarea',
    'tfoot|th|thead|time|tr|u|ul|var|video',
  ].join('|')})$`,
);

/** Variables whose value a style sheet takes. */
const taken = (css: string): string[] =>
  [...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name);

/** Variables that something beside Infima may take: a style sheet by `var()`, anything else by naming it. */
async function takenOutside(folders: readonly string[]): Promise<Set<string>> {
  const names = new Set<string>();
  for (const folder of folders.filter(existsSync)) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.(?:css|jsx?|tsx?|mdx?)$/.test(name)) continue;
      const text = readFileSync(join(folder, name), 'utf8');
      const found = name.endsWith('.css') ? taken(text) : (text.match(/--[a-z][\w-]+/g) ?? []);
      for (const variable of found) names.add(variable);
    }
  }
  return names;
}

/** Removes the variables nobody takes, then those that only these took, and so on. */
function removeUntaken(root: Root, outside: ReadonlySet<string>): void {
  for (let removed = true; removed;) {
    removed = false;
    const needed = new Set(taken(root.toString()));
    root.walkDecls(/^--ifm-/, (declaration) => {
      if (needed.has(declaration.prop) || outside.has(declaration.prop)) return;
      declaration.remove();
      removed = true;
    });
  }
}

/**
 * The PostCSS plugin.
 *
 * @param siteDir the site's folder
 * @param unused globs of the theme's files that the site does not use, though they are there
 */
export function leanInfima(siteDir: string, unused: readonly string[]): PostCssPlugin {
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
        skippedContentGlobs: [blog, ...unused],
        defaultExtractor: (text) => text.match(/[\w-]+/g) ?? [],
        safelist: { standard: [elements] },
      });
      if (!purged) throw new Error(`${file}：PurgeCSS 没有返回样式，请检查 src/lean/infima.ts`);
      root.removeAll();
      root.append(purged.css);
      const docusaurus = ['core/lib/client', 'theme-common/lib', 'theme-classic/lib'];
      removeUntaken(
        root,
        await takenOutside([
          ...folders,
          ...docusaurus.map((folder) => join(siteDir, 'node_modules/@docusaurus', folder)),
        ]),
      );
      // The bundler's cache must not outlive a class that a page, or the settings, begin to use.
      const settings = join(siteDir, 'docusaurus.config.ts');
      result.messages.push({
        type: 'dependency',
        plugin: 'lean-infima',
        file: settings,
        parent: file,
      });
      for (const dir of folders) {
        result.messages.push({ type: 'dir-dependency', plugin: 'lean-infima', dir, parent: file });
      }
    },
  };
}
