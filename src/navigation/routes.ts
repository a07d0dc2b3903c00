/** The site's routes, as Docusaurus generates them. */
import routes from '@generated/routes';
import type { ReactNode } from 'react';
import { matchRoutes } from 'react-router-config';

/** What is used of a route here: its path, and how its page is loaded and shown. */
interface SiteRoute {
  readonly path: string;
  readonly exact?: boolean;
  readonly component: {
    preload?: () => Promise<unknown>;
    readonly prototype?: { render: (this: unknown) => ReactNode };
  };
  readonly routes?: readonly SiteRoute[];
}

const flat = (list: readonly SiteRoute[]): SiteRoute[] =>
  list.flatMap((route) => [route, ...flat(route.routes ?? [])]);

/** All routes, those inside others included. */
export const allRoutes = flat(routes as unknown as readonly SiteRoute[]);

/** Whether a page, and not the not-found route, stands at the path. */
export function isPage(pathname: string): boolean {
  return matchRoutes([...routes], pathname).some(({ route }) => route.exact === true);
}
