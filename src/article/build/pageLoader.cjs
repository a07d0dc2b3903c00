/**
 * Reduces a compiled page to what the frame around its text needs: metadata, front matter, title and table of
 * contents. The text itself comes to the browser as HTML only (src/article/cache.ts). Plain JavaScript because the
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

/** The value that an exported name is set to; none for a name that is not there. */
const valueOf = (body, name) =>
  body
    .flatMap(({ declaration }) => declaration?.declarations ?? [])
    .find(({ id }) => id.name === name)?.init;

/** A property's value where an object in the source has it as a literal. */
const literal = (object, name) =>
  object?.properties?.find(({ key }) => (key?.name ?? key?.value) === name)?.value.value;

/** The headings that the page's table of contents can show, in the source; those below are as long as all others together. */
function shownHeadings(source, body) {
  const deepest = literal(valueOf(body, 'frontMatter'), 'toc_max_heading_level');
  const headings = valueOf(body, 'toc').elements;
  return headings
    .filter((heading) => deepest === undefined || !(literal(heading, 'level') > deepest))
    .map(({ start, end }) => source.slice(start, end));
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
    ...statements.map((node) =>
      exportedNames(node).includes('toc')
        ? `export const toc = [${shownHeadings(source, body).join()}];`
        : source.slice(node.start, node.end),
    ),
    ...['@theme/MDXComponents', ...new Set([...components, ...files])].map(
      // One chunk for all: what half of the pages share would otherwise join the code that every page loads.
      (name, index) =>
        `export const unused${index} = () => import(/* webpackChunkName: "unused" */ ${JSON.stringify(name)});`,
    ),
    'export default function Article() { return null; }',
  ].join('\n');
};
