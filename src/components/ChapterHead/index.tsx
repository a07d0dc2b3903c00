import type { ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { chapterNumber } from '@site/src/config/chapterNumber';
import styles from './styles.module.css';

export interface ChapterHeadProps {
  /** The problem in a paragraph, the list of what the reader will be able to do, and last the `<Stamp>`. */
  readonly children: ReactNode;
  /** Command that runs the chapter's example from the repository's folder. */
  readonly run?: string;
}

/** What a chapter opens with, in one quiet block: its number, the problem, the goals, the stamp, how to run it. */
export default function ChapterHead({ children, run }: ChapterHeadProps): ReactNode {
  const chapter = useDoc().metadata.id.replace(/^chapters\//, '');
  return (
    <div className={styles.head}>
      <div className={styles.number} aria-hidden="true">
        {String(chapterNumber(chapter)).padStart(2, '0')}
      </div>
      <div className={styles.text}>{children}</div>
      <p className={styles.run}>
        运行示例：<code>{run ?? `mvn -f examples/${chapter} verify`}</code>
      </p>
    </div>
  );
}
