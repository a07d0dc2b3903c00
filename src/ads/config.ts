/** Advertising as data: what stands where, how high, and when to give up. Knows no React and no DOM. */

/** The places an ad may stand in. */
export type AdSlotName = 'pageTop' | 'pageBottom' | 'sidebar' | 'content' | 'homePage';

/** One place for an ad. */
export interface AdSlotConfig {
  /** Whether the slot is shown at all. */
  readonly enabled: boolean;
  /** Height reserved while loading, in px; the ad unit asks for a creative of this height. */
  readonly minHeightPx: number;
  /** Accessible name; every one differs because landmarks of one page may not share a name. */
  readonly label: string;
  /** Whether the reader may close it for the session. */
  readonly dismissible: boolean;
  /** Id used when the environment names none; nothing fills it. */
  readonly placeholderId: string;
}

/** The five slots with the specification's flags and heights. */
export const adSlots: Readonly<Record<AdSlotName, AdSlotConfig>> = {
  pageTop: {
    enabled: true,
    minHeightPx: 90,
    label: '广告',
    dismissible: true,
    placeholderId: '1000000001',
  },
  pageBottom: {
    enabled: true,
    minHeightPx: 90,
    label: '页尾广告',
    dismissible: false,
    placeholderId: '1000000002',
  },
  sidebar: {
    enabled: true,
    minHeightPx: 250,
    label: '侧栏广告',
    dismissible: false,
    placeholderId: '1000000003',
  },
  content: {
    enabled: false,
    minHeightPx: 90,
    label: '文中广告',
    dismissible: false,
    placeholderId: '1000000004',
  },
  homePage: {
    enabled: true,
    minHeightPx: 90,
    label: '广告',
    dismissible: true,
    placeholderId: '1000000005',
  },
};

/**
 * Lazy loading and fill detection; times in ms (specification, section 9). Hydration and first paint go first: a slot
 * is watched when the browser is idle, or after `idleTimeoutMs`.
 */
export const adTiming = {
  rootMargin: '50px',
  threshold: 0.1,
  idleTimeoutMs: 2000,
  pollIntervalMs: 100,
  fillTimeoutMs: 5000,
} as const;

/** Duration of the collapse that follows a removal, in ms. */
export const adCollapseMs = 200;

/**
 * Remembers a closed top ad: the session storage key, and the attribute of `<html>` that an inline
 * script sets from it before the first paint, so that a reload reserves no space for a closed ad.
 */
export const adDismissal = { storageKey: 'topSlotClosed', htmlAttribute: 'data-top-slot' } as const;

/** Publisher id that serves no ads: the build without a real account behaves the same. */
export const placeholderAdClient = 'ca-pub-0000000000000000';

/** Address of the ad script, without the client id. */
export const adScriptUrl = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js';

/** What the build hands to the browser about ads. */
export interface AdSettings {
  /** False in the build without any ad or ad request. */
  readonly enabled: boolean;
  /** Publisher id, `ca-pub-` and 16 digits. */
  readonly client: string;
  /** Ad unit ids by slot. */
  readonly slotIds: Readonly<Record<AdSlotName, string>>;
}
