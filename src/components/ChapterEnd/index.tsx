import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import styles from './styles.module.css';

interface ChapterEndProps {
  /** What the store can do now, in a sentence or two. */
  readonly children: ReactNode;
}

/** What a chapter ends with, in one quiet block: what the store can do now, and the next page if it is written. */
export default function ChapterEnd({ children }: ChapterEndProps): ReactNode {
  const { next } = useDoc().metadata;
  return (
    <div className={styles.end} data-chapter-end="">
      {children}
      {next && (
        <p>
          接着读：<Link to={next.permalink}>{next.title}</Link>
        </p>
      )}
    </div>
  );
}
