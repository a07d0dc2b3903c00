// Wraps the desktop table of contents: an ad below it, both in view while the page scrolls.
import type { ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import OriginalDesktop from '@theme-original/DocItem/TOC/Desktop';
import { AdSlot } from '@site/src/ads/AdSlot';
import styles from './styles.module.css';

export default function Desktop(): ReactNode {
  const { permalink } = useDoc().metadata;
  return (
    <div className={styles.column}>
      <OriginalDesktop />
      <AdSlot key={permalink} slot="sidebar" />
    </div>
  );
}
