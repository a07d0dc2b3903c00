import type { ReactNode } from 'react';
import styles from './OfflineNotice.module.css';

/** Props of {@link OfflineNotice}. */
interface Props {
  /** Whether there is something to say; the live region itself is always there to be announced. */
  readonly shown: boolean;
  readonly onClose: () => void;
}

/** Says that the page asked for could not be fetched and that the reader stays where they are. */
export default function OfflineNotice({ shown, onClose }: Props): ReactNode {
  return (
    <div role="status" className={styles.region}>
      {shown && (
        <div className={styles.notice}>
          <p>网络不通，没能打开那一页；你仍在刚才读的这一页。联网后请再点一次。</p>
          <button type="button" className={styles.close} onClick={onClose}>
            知道了
          </button>
        </div>
      )}
    </div>
  );
}
