import type { ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import styles from '../quiet.module.css';

/** Keeps the whole book in the reader's browser, on demand; src/offline answers the button. */
export default function OfflineSwitch(): ReactNode {
  return (
    <p className={styles.quiet} data-offline={useBaseUrl('/')} data-search-skip="">
      <button type="button" className="clean-btn">
        离线阅读：把全书存进浏览器
      </button>
      <span role="status" />
    </p>
  );
}
