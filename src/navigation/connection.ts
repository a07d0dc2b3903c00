/**
 * Docusaurus asks `navigator.connection?.effectiveType.includes('2g')`: a browser whose connection has
 * no `effectiveType` throws on every prefetch. An empty type there means "not known to be slow".
 */
import { inBrowser } from '../lib/browser';

/** The part of the Network Information API that Docusaurus reads. */
interface Connection {
  readonly effectiveType?: unknown;
  readonly saveData?: boolean;
}

/** Gives a navigator's connection a textual `effectiveType` where the browser leaves it out. */
export function completeConnection(navigator: { readonly connection?: Connection | null }): void {
  const { connection } = navigator;
  if (!connection || typeof connection.effectiveType === 'string') return;
  Object.defineProperty(navigator, 'connection', {
    configurable: true,
    value: { effectiveType: '', saveData: connection.saveData === true },
  });
}

inBrowser(({ navigator }) => completeConnection(navigator as object));
