import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import styles from './styles.module.css';

/** The way in, for a reader who is here for the first time; src/reading puts the way back in its place. */
export default function StartLine(): ReactNode {
  return (
    <p className={styles.line} data-start-line="" data-search-skip="">
      第一次来：从 <Link to="/chapters/chapter02-environment">第 2 章 搭建环境</Link> 开始
    </p>
  );
}
