/**
 * Has react-helmet-async wait with the head until the whole page was taken over (src/opening/turns.ts). Plain
 * JavaScript because the bundler loads it itself.
 */
const turns = JSON.stringify(require.resolve('../opening/turns.ts'));

module.exports = function helmetLoader(source) {
  // The persistent cache must not outlive a change of this file.
  this.addDependency(__filename);
  if (!/cancelAnimationFrame\(.*requestAnimationFrame\(/s.test(source))
    throw new Error(
      `${this.resourcePath}：找不到 requestAnimationFrame，请检查 src/lean/plugin.ts`,
    );
  return `import { describeInFrame as requestAnimationFrame, cancelDescription as cancelAnimationFrame } from ${turns};${source}`;
};
