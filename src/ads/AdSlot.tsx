import type { ReactNode } from 'react';
import { adSlots, type AdSlotName } from './config';
import { useAds, type Ads } from './AdsProvider';
import { Collapse } from './Collapse';
import { isRemoved } from './stateMachine';
import { useAdSlot } from './useAdSlot';
import styles from './AdSlot.module.css';

interface Props {
  readonly slot: AdSlotName;
}

/** Keyboard and screen reader go on at the page's title, or at what stood below the closed slot. */
function focusContent(slot: HTMLElement | null): void {
  const target = slot?.parentElement?.querySelector<HTMLElement>('h1') ?? slot?.nextElementSibling;
  if (!(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function ActiveSlot({ slot, ads }: Props & { readonly ads: Ads }): ReactNode {
  const { minHeightPx, label, dismissible } = adSlots[slot];
  const { status, container, ins } = useAdSlot(slot, ads, dismissible && ads.dismissed);

  function close(): void {
    focusContent(container.current);
    ads.dismiss();
  }

  return (
    <Collapse open={!isRemoved(status)} closedByReader={status === 'dismissed'} element={container}>
      <aside
        ref={container}
        aria-label={label}
        className={styles.slot}
        data-slot={slot}
        data-state={status}
        data-dismissible={dismissible || undefined}
      >
        <div className={styles.bar}>
          <span>广告</span>
          {dismissible && (
            <button type="button" className={styles.close} onClick={close}>
              关闭广告
            </button>
          )}
        </div>
        <div className={styles.box} style={{ height: minHeightPx, minHeight: minHeightPx }}>
          {status !== 'placeholder' && (
            // Without a request of its own an <ins> would take another slot's: it appears with the push.
            <ins
              ref={ins}
              className="adsbygoogle"
              style={{ display: 'block', height: minHeightPx }}
              data-ad-client={ads.settings.client}
              data-ad-slot={ads.settings.slotIds[slot]}
            />
          )}
        </div>
      </aside>
    </Collapse>
  );
}

/** One place for an ad; renders nothing when the slot's flag is off or the build has no ads. */
export function AdSlot({ slot }: Props): ReactNode {
  const ads = useAds();
  return ads && adSlots[slot].enabled ? <ActiveSlot slot={slot} ads={ads} /> : null;
}

/** The ad an author may place in a page's text. */
export function ContentAd(): ReactNode {
  return <AdSlot slot="content" />;
}
