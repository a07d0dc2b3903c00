import type { ReactNode } from 'react';
import styles from './styles.module.css';

interface Props {
  /** What did not come, and why; undefined while it is on its way. */
  readonly failure: string | undefined;
  readonly onRetry: () => void;
}

/** What stands below the box until the search is there. */
export default function Waiting({ failure, onRetry }: Props): ReactNode {
  return failure ? (
    <div role="alert" className={styles.notice}>
      <p>{failure}</p>
      <button type="button" onClick={onRetry}>
        重试
      </button>
    </div>
  ) : (
    <p role="status" className={styles.notice}>
      正在载入搜索…
    </p>
  );
}
