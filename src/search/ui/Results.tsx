/** The list of results, and of recent queries: options of one listbox. */
import { memo, type MouseEvent, type ReactNode } from 'react';
import clsx from 'clsx';
import type { Found } from '../core/engine';
import { excerptOf, stretchesOf } from '../core/marks';
import Marked from './Marked';
import styles from './styles.module.css';

/** Path of a result with the section's fragment. */
export function addressOf({ page, section }: Found, baseUrl: string): string {
  return baseUrl + page.path + (section.anchor && `#${section.anchor}`);
}

interface ResultProps {
  readonly id: string;
  readonly found: Found;
  readonly marks: readonly string[];
  /** The section's lines; absent until they are loaded. */
  readonly lines: readonly string[] | undefined;
  readonly baseUrl: string;
  readonly active: boolean;
  /** Must stay the same from render to render. */
  readonly onPick: (found: Found) => void;
}

/**
 * One section: chapter, headings above, heading, and the sentence that matches. The panel renders more
 * often than its results change, on every key and on every move through the list.
 */
export const Result = memo(function Result(props: ResultProps): ReactNode {
  const { id, found, marks, lines, baseUrl, active, onPick } = props;
  const { page, section, above } = found;
  const excerpt = lines && excerptOf(lines, marks);
  const trail = section.level === 1 ? [] : [page.title, ...above];

  function onClick(event: MouseEvent): void {
    // The browser's own ways to open a link elsewhere stay as they are.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) {
      return;
    }
    event.preventDefault();
    onPick(found);
  }

  return (
    <li
      id={id}
      role="option"
      aria-selected={active}
      className={clsx(styles.option, active && styles.active)}
    >
      {/* Not <Link>: it would fetch the code of every page that is listed. */}
      {/* eslint-disable-next-line @docusaurus/no-html-links */}
      <a href={addressOf(found, baseUrl)} tabIndex={-1} className={styles.result} onClick={onClick}>
        {trail.length > 0 && <span className={styles.trail}>{trail.join(' › ')}</span>}
        <span className={styles.heading}>
          <Marked text={section.heading} marked={stretchesOf(section.heading, marks)} />
        </span>
        <span className={styles.excerpt}>{excerpt ? <Marked {...excerpt} /> : '\u00a0'}</span>
      </a>
    </li>
  );
});

interface RecentProps {
  readonly id: string;
  readonly query: string;
  readonly active: boolean;
  readonly onPick: () => void;
}

/** A query asked before. */
export function Recent({ id, query, active, onPick }: RecentProps): ReactNode {
  return (
    // The keyboard reaches it through the combobox, as the pattern asks.
    <li
      id={id}
      role="option"
      aria-selected={active}
      className={clsx(styles.option, styles.recent, active && styles.active)}
      onClick={onPick}
    >
      {query}
    </li>
  );
}
