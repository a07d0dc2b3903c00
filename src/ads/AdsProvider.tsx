import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { readStored, store } from '../lib/storage';
import { adDismissal, type AdSettings } from './config';
import { browserHost } from './browser';
import { createAdScript, type AdScript } from './scriptLoader';

/** What the slots of all pages share for the page's lifetime. */
export interface Ads {
  readonly settings: AdSettings;
  readonly script: AdScript;
  /** The script could not be loaded; no slot waits for it any more. */
  readonly scriptFailed: boolean;
  /** The reader closed the top ad in this session. */
  readonly dismissed: boolean;
  /** Closes the top ad for this session. */
  dismiss(): void;
}

const AdsContext = createContext<Ads | undefined>(undefined);

/** What the slots share; undefined in a build without ads. */
export function useAds(): Ads | undefined {
  return useContext(AdsContext);
}

interface Props {
  readonly settings: AdSettings;
  readonly children: ReactNode;
}

/** Holds the ad script and the dismissal; stands above the routes, so that navigation keeps both. */
export function AdsProvider({ settings, children }: Props): ReactNode {
  const [scriptFailed, setScriptFailed] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const [script] = useState(() =>
    createAdScript(settings.client, browserHost, () => setScriptFailed(true)),
  );

  // After the first render, which must equal the server's.
  useEffect(() => setDismissed(readStored('sessionStorage', adDismissal.storageKey) !== null), []);

  const dismiss = useCallback(() => {
    setDismissed(true);
    store('sessionStorage', adDismissal.storageKey, '1');
  }, []);
  const ads = useMemo(
    () => ({ settings, script, scriptFailed, dismissed, dismiss }),
    [settings, script, scriptFailed, dismissed, dismiss],
  );
  return <AdsContext value={ads}>{children}</AdsContext>;
}
