/**
 * Tells the bundler which other files a page is made of, so that editing one of them rebuilds the page
 * and the persistent cache never serves a stale one. Plain JavaScript because the bundler loads it itself.
 */
module.exports = function dependencyLoader(source) {
  for (const file of this.getOptions().dependenciesOf(source, this.resourcePath)) {
    this.addDependency(file);
  }
  return source;
};
