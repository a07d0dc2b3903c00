import type { ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { chapterNumber } from '@site/src/book/chapterNumber';
import styles from './styles.module.css';

export interface ChapterHeadProps {
  /** The problem in a paragraph, the list of what the reader will be able to do, and last the `<Stamp>`. */
  readonly children: ReactNode;
  /** Command that runs the chapter's example from the repository's folder. */
  readonly run?: string;
  /** How long the main line and the whole page take; filled in by the minutes plugin. */
  readonly mainMinutes?: string;
  readonly allMinutes?: string;
}

/** What a chapter opens with, in one quiet block: its number, the problem, the goals, the stamp, how to run it, how long it takes. */
export default function ChapterHead(props: ChapterHeadProps): ReactNode {
  const { children, run, mainMinutes, allMinutes } = props;
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
      <p className={styles.run} data-minutes="" data-search-skip="">
        {mainMinutes === allMinutes
          ? `读完约 ${allMinutes} 分钟`
          : `主线约 ${mainMinutes} 分钟，全部约 ${allMinutes} 分钟`}
      </p>
    </div>
  );
}
