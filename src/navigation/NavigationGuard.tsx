import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Route } from 'react-router-dom';
import { useHistory, useLocation } from '@docusaurus/router';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { canonicalAddress } from './address';
import { scrollToPosition } from '../lib/browser';
import { onArrival, onUnreachable, type Navigation } from './loading';
import OfflineNotice from './OfflineNotice';

/** Takes the reader back to the page that never left the screen, at the line they were reading. */
function useReturnWhenUnreachable(): { offline: boolean; dismiss: () => void } {
  const history = useHistory();
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    let returning: Navigation | null = null;
    // Links followed since the page on the screen was shown; null when the reader went elsewhere in the history, too.
    let followed: number | null = 0;
    const stopHistory = history.listen((_location, action) => {
      if (action === 'PUSH' && followed !== null) followed += 1;
      else if (action === 'POP') followed = null;
    });
    const stopUnreachable = onUnreachable((navigation) => {
      returning = navigation;
      setOffline(true);
      // Going back leaves no trace of links followed; where a "back" itself failed, its direction is unknown.
      if (followed) history.go(-followed);
      else history.replace(navigation.from);
    });
    const stopArrival = onArrival(() => {
      if (!returning) setOffline(false);
      else scrollToPosition(returning.scrollY);
      returning = null;
      followed = 0;
    });
    return () => {
      stopHistory();
      stopUnreachable();
      stopArrival();
    };
  }, [history]);
  return { offline, dismiss: () => setOffline(false) };
}

/** Shows the application a safe, canonical location, and keeps the page being read when the network fails. */
export default function NavigationGuard({ children }: { readonly children: ReactNode }): ReactNode {
  const location = useLocation();
  const history = useHistory();
  const { baseUrl } = useDocusaurusContext().siteConfig;
  const canonical = useMemo(() => canonicalAddress(location, baseUrl), [location, baseUrl]);
  const { offline, dismiss } = useReturnWhenUnreachable();
  const moved = location.pathname === `${baseUrl}appendix` && canonical.pathname;
  useEffect(() => {
    if (moved) history.replace({ ...history.location, pathname: moved });
  }, [moved, history]);
  // Drawn anew, a route takes the same location for another one, and Docusaurus goes to the top of the page.
  const shown = useMemo(
    () => <Route location={canonical} render={() => children} />,
    [canonical, children],
  );
  return (
    <>
      {shown}
      <OfflineNotice shown={offline} onClose={dismiss} />
    </>
  );
}
