/** Answers what the reader pressed before the scripts could: the document notes it (src/app/document.ts). */
import { useEffect } from 'react';
import useIsBrowser from '@docusaurus/useIsBrowser';
import { inBrowser } from '../lib/browser';

declare global {
  interface Window {
    /** The button pressed last, if nothing could answer yet, and when, in ms. */
    pressedEarly?: { readonly button: HTMLElement; readonly at: number } | null;
  }
}

/** A press longer ago than this is forgotten, by the reader too, in ms. */
const patienceMs = 5000;

/**
 * Presses the button again once the page answers; some are disabled until the first effects have run. A component of
 * its own, as it is drawn twice, and the application drawn twice takes that for a change of page.
 */
export function EarlyPress(): null {
  const answers = useIsBrowser();
  useEffect(() => {
    if (!answers) return;
    inBrowser((page) => {
      const { pressedEarly, performance } = page;
      page.pressedEarly = null;
      if (!pressedEarly?.button.isConnected) return;
      if (performance.now() - pressedEarly.at < patienceMs) pressedEarly.button.click();
    });
  }, [answers]);
  return null;
}
