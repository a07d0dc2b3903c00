/**
 * Reduces a compiled page to what the frame around its text needs: metadata, front matter, title and table of
 * contents. The text itself comes to the browser as HTML only (see store.ts). Plain JavaScript because the
 * bundler loads it itself.
 *
 * The page's components, pictures and files are still named in imports that nothing ever runs: the components keep
 * their style sheets in the site's style sheet, and the files come into the site, to which the HTML refers.
 */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { parse } = require('acorn');

const kept = new Set(['frontMatter', 'contentTitle', 'metadata', 'assets', 'toc']);
const runtime = /^(?:react|@mdx-js)\//;

/** What Docusaurus makes of a picture or a link to a file: `require("!url-loader?…!./picture.svg").default`. */
const file = /\brequire\(("(?:[^"\\]|\\.)*")\)/g;

/** Names that an export statement defines; empty for other statements. */
function exportedNames(node) {
  if (node.type !== 'ExportNamedDeclaration') return [];
  const declared = node.declaration?.declarations?.map(({ id }) => id.name) ?? [];
  return [...declared, ...node.specifiers.map(({ exported }) => exported.name)];
}

module.exports = function pageLoader(source) {
  // The persistent cache must not outlive a change of this file.
  this.addDependency(__filename);
  const { body } = parse(source, { ecmaVersion: 'latest', sourceType: 'module' });
  const statements = body.filter((node) => exportedNames(node).some((name) => kept.has(name)));
  const missing = [...kept].filter(
    (name) => !statements.some((node) => exportedNames(node).includes(name)),
  );
  if (missing.length > 0) {
    throw new Error(`${this.resourcePath}：编译后的页面没有导出 ${missing.join('、')}`);
  }
  const components = body
    .filter(({ type, source: from }) => type === 'ImportDeclaration' && !runtime.test(from.value))
    .map(({ source: from }) => from.value);
  const files = [...source.matchAll(file)].map(([, request]) => JSON.parse(request));
  return [
    ...statements.map(({ start, end }) => source.slice(start, end)),
    ...['@theme/MDXComponents', ...new Set([...components, ...files])].map(
      // One chunk for all: what half of the pages share would otherwise join the code that every page loads.
      (name, index) =>
        `export const unused${index} = () => import(/* webpackChunkName: "unused" */ ${JSON.stringify(name)});`,
    ),
    'export default function Article() { return null; }',
  ].join('\n');
};
