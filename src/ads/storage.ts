/** The ads' only way to session storage, which a browser may forbid: then a closed ad stays closed until reload. */
import { adDismissal } from './config';

/** Whether the top ad was closed earlier in this session. */
export function readDismissed(): boolean {
  try {
    return window.sessionStorage.getItem(adDismissal.storageKey) !== null;
  } catch {
    return false;
  }
}

/** Remembers for this session that the top ad was closed. */
export function storeDismissed(): void {
  try {
    window.sessionStorage.setItem(adDismissal.storageKey, '1');
  } catch {
    // Nothing to do: the provider still knows until the page is reloaded.
  }
}
