/** Client module of the article plugin: a page counts as loaded when its text is there, too. */
import type { ClientModule } from '@docusaurus/types';
import { elementAt, inBrowser, type Page } from '../lib/browser';
import { allRoutes } from '../navigation/routes';
import { leavePlace, returnToPlace, type Location } from './scrollPlace';
import { hasText, isOnScreen, prefetchText, prepareText } from './cache';

const textSelector = '.theme-doc-markdown';

inBrowser(() => {
  for (const { path, component, exact } of allRoutes) {
    const load = component.preload?.bind(component);
    if (load && exact && hasText(path)) {
      component.preload = () => Promise.all([load(), prepareText(path)]);
    }
  }
});

/** The location of the page on the screen. */
let here: Location | undefined;

const leave = (location: Location): void =>
  inBrowser(({ document }) => leavePlace(location, document.querySelector(textSelector)));

// To an anchor of the page the browser has gone by the time it tells of the new address.
inBrowser((page) => {
  const look = ({ target }: Event): void => {
    if (here && elementAt(target, 'a[href^="#"]')) leave(here);
  };
  page.addEventListener('click', look, true);
});

export const onRouteUpdate: ClientModule['onRouteUpdate'] = ({ location, previousLocation }) => {
  // Another link may have been followed before the page of the first was there.
  if (!previousLocation || !isOnScreen(previousLocation.pathname)) return;
  if (location.key || location.pathname !== previousLocation.pathname) leave(previousLocation);
};

/** Docusaurus freezes what it puts on the window: once it is there, another object takes its place. */
function prefetchTexts(page: Page): void {
  const { preload, prefetch } = page.docusaurus;
  page.docusaurus = {
    preload,
    prefetch(path) {
      const result = prefetch(path);
      // False on a slow connection, and for what was prefetched before.
      if (result !== false) prefetchText(path);
      return result;
    },
  };
}

export const onRouteDidUpdate: ClientModule['onRouteDidUpdate'] = ({
  location,
  previousLocation,
}) => {
  here = location;
  if (!previousLocation) inBrowser(prefetchTexts);
  // Docusaurus has just scrolled to the top, or to the place that the address names.
  else
    inBrowser(({ document }) =>
      returnToPlace(location, previousLocation, document.querySelector(textSelector)),
    );
};
