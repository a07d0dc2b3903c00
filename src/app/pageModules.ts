/** A page module without a default export is reported in Chinese, too: in the browser, and by the build. */
import routes from '@generated/routes';
import type { ReactNode } from 'react';
import { withBilingualErrors } from './errorMessages';

/** What Docusaurus generates for a route, as far as showing its page goes. */
interface ShownRoute {
  readonly component: { readonly prototype?: { render: (this: unknown) => ReactNode } };
  readonly routes?: readonly ShownRoute[];
}

function explain(list: readonly ShownRoute[]): void {
  for (const { component, routes: children } of list) {
    const { prototype } = component;
    if (prototype) prototype.render = withBilingualErrors(prototype.render);
    if (children) explain(children);
  }
}

explain(routes as unknown as readonly ShownRoute[]);
