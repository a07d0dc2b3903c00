/**
 * Takes out of the data that Docusaurus hands to the browser what no script there reads. Plain JavaScript
 * because the bundler loads it itself.
 */

/** Settings of the build alone. */
const buildOnly =
  /^(?:ssrTemplate|presets|plugins|themes|clientModules|headTags|scripts|stylesheets|staticDirectories|markdown|onBroken\w+|onDuplicateRoutes)$/;

/** Texts of what this site has not, and of what stands in the text of pages only, which comes as HTML. */
const unseen = /^theme\.(?:blog|admonition)\./;

const without = (values, names) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.test(name)));

module.exports = function leanLoader(source) {
  // The persistent cache must not outlive a change of this file.
  this.addDependency(__filename);
  if (this.resourcePath.endsWith('.json'))
    return JSON.stringify(without(JSON.parse(source), unseen));
  const [, settings] =
    /^\s*(?:\/\*[\s\S]*?\*\/\s*)?export default (\{[\s\S]*\});?\s*$/.exec(source) ?? [];
  if (!settings) throw new Error(`${this.resourcePath}：不认识的写法，请检查 src/lean/loader.cjs`);
  return `export default ${JSON.stringify(without(JSON.parse(settings), buildOnly))};`;
};
