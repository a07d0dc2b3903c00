/** The list of results, and of recent queries: options of one listbox. */
import { memo, type MouseEvent, type ReactNode } from 'react';
import clsx from 'clsx';
import type { Found, SearchEngine } from '../core/engine';
import { excerptOf, stretchesOf } from '../core/marks';
import Marked from './Marked';
import styles from './styles.module.css';
import type { SearchResult } from './useSearch';

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
const Result = memo(function Result(props: ResultProps): ReactNode {
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

interface ListProps {
  /** Id of the listbox; those of its options begin with it. */
  readonly listId: string;
  /** Position of the active option, if one is. */
  readonly activeIndex: number;
}

interface RecentListProps extends ListProps {
  readonly queries: readonly string[];
  readonly onAsk: (query: string) => void;
  readonly onClear: () => void;
}

/** The queries asked before; nothing where there are none. */
export function RecentList(props: RecentListProps): ReactNode {
  const { listId, queries, activeIndex, onAsk, onClear } = props;
  if (queries.length === 0) return null;
  return (
    <>
      <div className={styles.title}>
        <span id={`${listId}title`}>最近搜索</span>
        <button type="button" onClick={onClear}>
          清除记录
        </button>
      </div>
      <ul id={listId} role="listbox" aria-labelledby={`${listId}title`} className={styles.list}>
        {queries.map((query, i) => (
          // The keyboard reaches it through the combobox, as the pattern asks.
          <li
            key={query}
            id={`${listId}${i}`}
            role="option"
            aria-selected={i === activeIndex}
            className={clsx(styles.option, styles.recent, i === activeIndex && styles.active)}
            onClick={() => onAsk(query)}
          >
            {query}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ResultListProps extends ListProps {
  /** The query as it stands in the box. */
  readonly asked: string;
  readonly result: SearchResult;
  readonly engine: SearchEngine;
  readonly baseUrl: string;
  /** Must stay the same from render to render. */
  readonly onPick: (found: Found) => void;
}

/** How many sections were found and for what, and the sections. */
export function ResultList(props: ResultListProps): ReactNode {
  const { listId, asked, result, engine, baseUrl, activeIndex, onPick } = props;
  const { found, marks, corrections, preliminary } = result;
  return (
    <>
      <p role="status" className={styles.count}>
        {corrections.length > 0 && `没有“${asked}”，按“${corrections.join('、')}”查找：`}
        {preliminary ? '标题里' : ''}找到 {found.length} 个小节
        {preliminary ? '，正在查正文…' : ''}
      </p>
      <ul
        id={listId}
        role="listbox"
        aria-label="搜索结果"
        data-query={result.query}
        className={styles.list}
      >
        {found.map((one, i) => (
          <Result
            key={addressOf(one, baseUrl)}
            id={`${listId}${i}`}
            found={one}
            marks={marks}
            lines={engine.loadedLines(one)}
            baseUrl={baseUrl}
            active={i === activeIndex}
            onPick={onPick}
          />
        ))}
      </ul>
    </>
  );
}
