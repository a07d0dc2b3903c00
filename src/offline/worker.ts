/**
 * The service worker of readers who asked for the book offline; nobody else gets one. It keeps one edition whole:
 * every file is checked against its digest, a new edition is saved beside the old one and takes over at once.
 */
import { cacheNames } from 'workbox-core';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { takeOver, type KeptFile, type WorkerMessage } from './messages';

/** The build puts the list of files here. */
declare const keptFiles: readonly KeptFile[];

/** The part of a service worker's events and scope that is used here. */
interface WorkerEvent extends Event {
  readonly data?: unknown;
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<{ postMessage(message: WorkerMessage): void }[]>;
  };
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
}

const scope = self as unknown as WorkerScope;
const base = new URL(scope.registration.scope).pathname;
const allBytes = keptFiles.reduce((sum, { bytes }) => sum + bytes, 0);

async function tell(message: WorkerMessage): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage(message);
}

let saved = 0;
const controller = new PrecacheController({
  cacheName: cacheNames.precache,
  plugins: [
    {
      handlerDidComplete: async ({ event, error }) => {
        if (event.type !== 'install' || error) return;
        saved++;
        await tell({ kind: 'progress', files: saved, allFiles: keptFiles.length, allBytes });
      },
    },
  ],
});
controller.addToCacheList(
  keptFiles.map(({ url, revision, integrity }) => ({ url: base + url, revision, integrity })),
);

/** Name of what went wrong; workbox's own names say little. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

scope.addEventListener('install', (event) => {
  const work = controller.install(event as never);
  event.waitUntil(work.catch((error: unknown) => tell({ kind: 'failure', name: nameOf(error) })));
  event.waitUntil(work);
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(controller.activate(event as never));
  event.waitUntil(scope.clients.claim());
});

scope.addEventListener('message', (event) => {
  if (event.data === takeOver) event.waitUntil(scope.skipWaiting());
});

/** A page is kept under its path without a slash at its end, as links write it. */
const pathOfPage = ({ pathname }: URL): string =>
  pathname.replace(/(\/index\.html|\/)$/, '') || '/';

registerRoute(
  new PrecacheRoute(controller, {
    directoryIndex: '',
    cleanURLs: false,
    ignoreURLParametersMatching: [/./],
    urlManipulation: ({ url }) => [new URL(url.pathname === base ? base : pathOfPage(url), url)],
  }),
);

/** An address that the book does not have is the host's to answer; without a network, the page for it does. */
registerRoute(
  new NavigationRoute(async ({ request }) => {
    try {
      return await fetch(request);
    } catch (error) {
      const page = await controller.matchPrecache(`${base}404.html`);
      if (!page) throw error;
      return new Response(page.body, { status: 404, headers: page.headers });
    }
  }),
);
