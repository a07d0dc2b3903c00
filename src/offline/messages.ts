/** What the page and the service worker tell each other, and the names both know. */

/** The service worker's file, at the site's root: it may answer for all that lies below. */
export const workerFile = 'offline-worker.js';

/** How far the saving is; the worker tells it after each file. */
interface Progress {
  readonly kind: 'progress';
  readonly files: number;
  readonly allFiles: number;
  readonly allBytes: number;
}

/** Why the saving ended early. */
interface Failure {
  readonly kind: 'failure';
  /** Name of the error: `QuotaExceededError` when the browser has no room. */
  readonly name: string;
}

export type WorkerMessage = Progress | Failure;

/** What the page asks of a worker that waits with a new edition. */
export const takeOver = 'take-over';

/** A file of the site, as the worker keeps it. */
export interface KeptFile {
  readonly url: string;
  readonly revision: string;
  /** Digest of the very bytes that were built: whatever else a host answers is refused. */
  readonly integrity: string;
  readonly bytes: number;
}

/** Size as readers are told it. */
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
