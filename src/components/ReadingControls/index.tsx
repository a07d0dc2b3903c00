import type { ReactNode } from 'react';
import styles from '../quiet.module.css';

/** What the browser notes of the reader's way, and how to clear it or have none; src/reading answers the buttons. */
export default function ReadingControls(): ReactNode {
  return (
    <p className={styles.quiet} data-reading-controls="" data-search-skip="">
      你读到哪里、读完了哪几章，只记在这台设备的浏览器里，下次来首页就能接着读。
      <button type="button" className="clean-btn" data-reading="clear">
        清除记录
      </button>
      <button type="button" className="clean-btn" data-reading="off">
        不再记录
      </button>
      <span role="status" />
    </p>
  );
}
