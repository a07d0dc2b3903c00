import { useContext, useMemo, type ReactNode } from 'react';
import { __RouterContext as RouterContext, type RouteComponentProps } from 'react-router';

interface Props {
  /** The location that everything below is told. */
  readonly location: RouteComponentProps['location'];
  readonly render: () => ReactNode;
}

/**
 * Tells everything below a location of its own, as react-router's pathless `Route` does, but only when that location
 * is another one. `Route` says it again on every change of the router's: while the next page is fetched, the one on
 * the screen was drawn once more, with nothing changed in it.
 */
export default function ShownRoute({ location, render }: Props): ReactNode {
  const { history } = useContext(RouterContext);
  const value = useMemo(() => {
    const isExact = location.pathname === '/';
    return { history, location, match: { path: '/', url: '/', params: {}, isExact } };
  }, [history, location]);
  return <RouterContext.Provider value={value}>{render()}</RouterContext.Provider>;
}
