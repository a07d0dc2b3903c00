/** A page module without a default export is reported in Chinese, too: in the browser, and by the build. */
import { allRoutes } from '../navigation/routes';
import { withBilingualErrors } from './errorMessages';

for (const { component } of allRoutes) {
  const { prototype } = component;
  if (prototype) prototype.render = withBilingualErrors(prototype.render);
}
