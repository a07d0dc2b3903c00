/**
 * Guards navigation between pages. Docusaurus reloads the browser whenever a page's code cannot be
 * loaded, which offline replaces the page being read by the browser's error page; and when a slow
 * navigation is overtaken by another one, it shows the second page before its code has arrived.
 */
import type { ClientModule } from '@docusaurus/types';
import nprogress from 'nprogress';
import { currentAddress, inBrowser, scrollPosition, type Page } from '../lib/browser';
import { allRoutes } from './routes';

type Location = Parameters<NonNullable<ClientModule['onRouteUpdate']>>[0]['location'];

/** A change of page under way. */
export interface Navigation {
  /** The page on the screen: what another navigation overtook has never been shown. */
  readonly from: Location;
  readonly to: Location;
  /** Vertical scroll position of the page being left, in px. */
  readonly scrollY: number;
}

/** How long the site may take to answer before it counts as out of reach, in ms. */
const reachTimeoutMs = 5000;
/** The theme shows its progress bar this long after a navigation begins, in ms. */
const progressDelayMs = 200;

let pending: Navigation | null = null;
const unreachableListeners = new Set<(navigation: Navigation) => void>();
const arrivalListeners = new Set<() => void>();

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when a navigation failed because the site cannot be reached; returns the unsubscriber. */
export const onUnreachable = (listener: (navigation: Navigation) => void): (() => void) =>
  subscribe(unreachableListeners, listener);

/** Calls back whenever a page has been shown; returns the unsubscriber. */
export const onArrival = (listener: () => void): (() => void) =>
  subscribe(arrivalListeners, listener);

/** Path of the page on the screen: while another one loads, the address is that one's already. */
export const shownPath = ({ location }: Page): string => (pending?.from ?? location).pathname;

/** Whether the site answers at all, with whatever status. */
async function siteAnswers(): Promise<boolean> {
  try {
    await fetch(currentAddress(), {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(reachTimeoutMs),
    });
    return true;
  } catch {
    return false;
  }
}

const never = new Promise<never>(() => {});

/** What could not be reached: a page's code is several files, and each of them fails. */
const unreachable = new WeakSet<Navigation>();

/** Loads for the navigation that asked; a superseded or unreachable one never settles. */
async function loadFor(navigation: Navigation | null, load: () => Promise<unknown>) {
  try {
    const loaded = await load();
    return navigation === pending ? loaded : await never;
  } catch (error) {
    // Nobody waits for a prefetch: its failure shows when the reader really goes there.
    if (!navigation || navigation !== pending) return never;
    const answers = await siteAnswers();
    if (navigation !== pending) return never;
    // The site is there but this file is gone: a new edition was deployed, Docusaurus reloads.
    if (answers) throw error;
    if (unreachable.has(navigation)) return never;
    unreachable.add(navigation);
    for (const listener of unreachableListeners) listener(navigation);
    return never;
  }
}

inBrowser(() => {
  for (const { component } of allRoutes) {
    const load = component.preload?.bind(component);
    if (load) component.preload = () => loadFor(pending, load);
  }
});

export const onRouteUpdate: ClientModule['onRouteUpdate'] = ({ location, previousLocation }) => {
  pending = previousLocation && {
    from: pending?.from ?? previousLocation,
    to: location,
    scrollY: scrollPosition(),
  };
};

export const onRouteDidUpdate: ClientModule['onRouteDidUpdate'] = ({ previousLocation }) => {
  pending = null;
  if (!previousLocation) return;
  for (const listener of arrivalListeners) listener();
  // The bar's start timer of an overtaken navigation is never cleared: end what it starts.
  setTimeout(() => {
    if (!pending) nprogress.done();
  }, progressDelayMs + 50);
};
