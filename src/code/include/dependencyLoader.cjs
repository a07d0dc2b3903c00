/**
 * Tells the bundler which other files a page is made of, so that editing one of them rebuilds the page
 * and the persistent cache never serves a stale one. Plain JavaScript because the bundler loads it itself.
 */
module.exports = function dependencyLoader(source) {
  const { files, folders } = this.getOptions().dependenciesOf(source, this.resourcePath);
  for (const file of files) this.addDependency(file);
  for (const folder of folders) this.addContextDependency(folder);
  return source;
};
