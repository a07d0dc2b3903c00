/** The site's routes, as far as a path goes. */
import routes from '@generated/routes';
import { matchRoutes } from 'react-router-config';

/** Whether a page, and not the not-found route, stands at the path. */
export function isPage(pathname: string): boolean {
  return matchRoutes([...routes], pathname).some(({ route }) => route.exact === true);
}
