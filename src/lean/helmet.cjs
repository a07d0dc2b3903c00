/**
 * Has react-helmet-async put together what belongs in the head once a frame, not anew whenever one more component
 * with something for it is drawn, and wait with it until the whole page was taken over (src/opening/turns.ts). Plain
 * JavaScript because the bundler loads it itself.
 */
const turns = JSON.stringify(require.resolve('../opening/turns.ts'));

/** The method that puts it together, and asks for a frame when it has. */
const emit = /(\w+)\.emitChange=function\(\)\{(?=.*?requestAnimationFrame\()/s;

module.exports = function helmetLoader(source) {
  // The persistent cache must not outlive a change of this file.
  this.addDependency(__filename);
  if (!emit.test(source))
    throw new Error(
      `${this.resourcePath}：找不到 emitChange 里的 requestAnimationFrame，请检查 src/lean/helmet.cjs`,
    );
  const inOneFrame = source.replace(
    emit,
    '$1.emitChange=function(){describeInFrame(()=>this.describe())},$1.describe=function(){',
  );
  return `import { describeInFrame } from ${turns};
const requestAnimationFrame = (run) => void run();
const cancelAnimationFrame = () => {};
${inOneFrame}`;
};
