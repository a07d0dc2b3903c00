/**
 * Leaves out of the browser's scripts what the site's settings never show: types of navbar items, an announcement,
 * the banner of older versions, the notice of unlisted pages. Plain JavaScript because the bundler loads it itself.
 */

/** The module's exports in the theme, as far as this loader knows them. */
const registry = /^ {2}(\w+): (\w+NavbarItem),$/gm;

module.exports = function unusedLoader(source) {
  // The persistent cache must not outlive a change of this file.
  this.addDependency(__filename);
  const { navbarItems } = this.getOptions();
  if (!this.resourcePath.endsWith('ComponentTypes.js')) return 'export default () => null;';
  if (source.search(registry) < 0)
    throw new Error(`${this.resourcePath}：不认识的写法，请检查 src/lean/unused.cjs`);
  const left = [...source.matchAll(registry)].filter(([, type]) => !navbarItems.includes(type));
  return left.reduce(
    (text, [line, , component]) =>
      text.replace(line, '').replace(new RegExp(`^import ${component} from .*$`, 'm'), ''),
    source,
  );
};
