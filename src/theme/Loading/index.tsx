// Replaces the fallback whose texts and colours are hard-coded; the same states: error, slow, nothing yet.
import type { LoadingComponentProps } from 'react-loadable';
import type { ReactNode } from 'react';
import styles from './styles.module.css';

export default function Loading({ error, pastDelay, retry }: LoadingComponentProps): ReactNode {
  if (error) {
    return (
      <div role="alert" className={styles.failure}>
        <p>这部分内容没能加载 {String(error)}</p>
        <button type="button" className="button button--primary" onClick={retry}>
          重试 Retry
        </button>
      </div>
    );
  }
  if (!pastDelay) return null;
  return (
    <div role="status" className={styles.slow}>
      <span className={styles.spinner} aria-hidden="true" />
      <span>正在加载…</span>
    </div>
  );
}
