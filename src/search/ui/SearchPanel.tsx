/** What opens below the search box: results, recent queries, suggestions, and what went wrong. */
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useHistory } from '@docusaurus/router';
import type { Found } from '../core/engine';
import type { Arrival } from './arrival';
import { EmptyAnswer, Suggestions } from './Suggestions';
import { clearRecent, readRecent, storeRecent } from './recent';
import { addressOf, RecentList, ResultList } from './Results';
import { useSearch } from './useSearch';
import Waiting from './Waiting';

/** What the box must know of the list. */
export interface ListState {
  /** Whether a listbox is there. */
  readonly shown: boolean;
  /** Id of the active option. */
  readonly active: string | undefined;
}

/** Keys that the box passes on. */
export interface PanelHandle {
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface PanelProps {
  readonly ref?: Ref<PanelHandle>;
  readonly listId: string;
  readonly query: string;
  readonly baseUrl: string;
  readonly onList: (list: ListState) => void;
  /** Puts another query into the box. */
  readonly onAsk: (query: string) => void;
  /** Called when a result was opened. */
  readonly onOpened: () => void;
}

export default function SearchPanel(props: PanelProps): ReactNode {
  const { ref, listId, query, baseUrl, onList, onAsk, onOpened } = props;
  const history = useHistory();
  const { search, retry } = useSearch(query, baseUrl);
  const [recent, setRecent] = useState(readRecent);
  const [chosen, setChosen] = useState({ query, index: -1 });
  const asked = query.trim();
  const result = search.state === 'ready' ? search.result : undefined;
  const found = asked && result ? result.found : [];
  const options = asked ? found.length : recent.length;
  // Another query starts with no option active.
  const index = chosen.query === query && chosen.index < options ? chosen.index : -1;
  const active = index >= 0 ? `${listId}${index}` : undefined;
  const shown = options > 0 && search.state === 'ready';

  useEffect(() => onList({ shown, active }), [onList, shown, active]);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function open(target: Found): void {
    storeRecent(asked);
    const arrival: Arrival = { searchMarks: result?.marks ?? [], searchQuery: asked };
    const [pathname = '', hash = ''] = addressOf(target, baseUrl).split('#');
    history.push({ pathname, hash: hash && `#${hash}`, state: arrival });
    onOpened();
  }

  const latestOpen = useRef(open);
  useEffect(() => {
    latestOpen.current = open;
  });
  const pick = useCallback((target: Found) => latestOpen.current(target), []);

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options > 0) {
      event.preventDefault();
      const from = index < 0 && step < 0 ? 0 : index;
      setChosen({ query, index: (from + step + options) % options });
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!asked) {
      const again = recent[index];
      if (again) onAsk(again);
      return;
    }
    // An answer to an earlier query is no answer to this one.
    const target = result?.query === asked ? found[Math.max(0, index)] : undefined;
    if (target) open(target);
  }
  useImperativeHandle(ref, () => ({ onKeyDown }));

  if (search.state !== 'ready' || (asked && !result)) {
    const failure =
      search.state === 'failed'
        ? '搜索索引没有载入成功，可能是网络断开了，或网站刚刚更新。'
        : undefined;
    return <Waiting failure={failure} onRetry={retry} />;
  }
  if (!asked) {
    const clear = (): void => {
      clearRecent();
      setRecent([]);
    };
    return (
      <>
        <RecentList
          listId={listId}
          queries={recent}
          activeIndex={index}
          onAsk={onAsk}
          onClear={clear}
        />
        <Suggestions onAsk={onAsk} />
      </>
    );
  }
  if (!result || found.length === 0) {
    return <EmptyAnswer query={asked} engine={search.engine} onAsk={onAsk} />;
  }
  return (
    <ResultList
      listId={listId}
      asked={asked}
      result={result}
      engine={search.engine}
      baseUrl={baseUrl}
      activeIndex={index}
      onPick={pick}
    />
  );
}
