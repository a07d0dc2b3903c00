/**
 * Has Docusaurus keep the page on the screen, while the next one is fetched, by src/client/ShownRoute.tsx: react-router's
 * `Route` draws it anew. Plain JavaScript because the bundler loads it itself.
 */
const shownRoute = JSON.stringify(require.resolve('../client/ShownRoute.tsx'));

const route = "import { Route } from 'react-router-dom';";

module.exports = function navigationLoader(source) {
  // The persistent cache must not outlive a change of this file.
  this.addDependency(__filename);
  if (!source.includes(route) || !source.includes('<Route location={location} render='))
    throw new Error(
      `${this.resourcePath}：找不到 <Route location render>，请检查 src/lean/navigation.cjs`,
    );
  return source.replace(route, `import Route from ${shownRoute};`);
};
