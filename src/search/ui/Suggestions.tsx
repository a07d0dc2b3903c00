/** What to try when the box is empty, and when nothing was found. */
import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import type { SearchEngine } from '../core/engine';
import styles from './styles.module.css';

interface Props {
  readonly onAsk: (query: string) => void;
}

/** One query of each sort the search understands. */
const examples = ['端口被占用', 'server.port', 'no main manifest attribute', '热部署'];

function Queries({ queries, onAsk }: Props & { readonly queries: readonly string[] }): ReactNode {
  return (
    <ul className={styles.queries}>
      {queries.map((query) => (
        <li key={query}>
          <button type="button" onClick={() => onAsk(query)}>
            {query}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Shown while the box is empty. */
export function Suggestions({ onAsk }: Props): ReactNode {
  return (
    <div className={styles.notice}>
      <p>词、句子的一部分、类名、配置项，或把报错原文整段贴进来都可以。比如：</p>
      <Queries queries={examples} onAsk={onAsk} />
    </div>
  );
}

/** Shown when nothing was found. */
export function EmptyAnswer({
  query,
  engine,
  onAsk,
}: Props & { readonly query: string; readonly engine: SearchEngine }): ReactNode {
  const parts = engine.partsFound(query);
  return (
    <div className={styles.notice} data-query={query}>
      <p role="status">没有找到“{query.length > 60 ? `${query.slice(0, 60)}…` : query}”。</p>
      <p>
        {parts.length > 0
          ? '书里有其中这些词，单独搜试试：'
          : '换一个更短的词、英文名或报错里的类名试试，也可以从这些词开始：'}
      </p>
      <Queries queries={parts.length > 0 ? parts : examples} onAsk={onAsk} />
      <p>
        查报错可以翻<Link to="/appendix/faq">报错索引</Link>。
      </p>
    </div>
  );
}
