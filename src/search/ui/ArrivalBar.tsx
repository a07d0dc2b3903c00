/** Marks the words that led here, says so, and lets the reader step through or clear them. */
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { Arrival } from './arrival';
import { clearHighlight, findMatches, highlight, isWithinReach, reveal } from './highlight';
import styles from './styles.module.css';

interface Props {
  readonly arrival: Arrival;
  /** Forgets what to mark, also for a reload. */
  readonly onClear: () => void;
}

export default function ArrivalBar({ arrival, onClear }: Props): ReactNode {
  const [matches, setMatches] = useState<readonly Range[]>([]);
  const [current, setCurrent] = useState(-1);

  useEffect(() => {
    const found = findMatches(arrival.searchMarks, window.location.hash.slice(1));
    highlight(found.ranges, undefined);
    setMatches(found.ranges);
    setCurrent(found.first - 1);
    return clearHighlight;
  }, [arrival]);

  const step = useCallback(
    (by: number) => {
      const count = matches.length;
      const order = matches.map((_, i) => (current + by * (i + 1) + 2 * count) % count);
      const next = order.find((i) => isWithinReach(matches[i]));
      if (next === undefined) return;
      setCurrent(next);
      highlight(matches, matches[next]);
      reveal(matches[next]);
    },
    [current, matches],
  );

  // Those in other tabs are painted, too: the reader may choose one.
  const within = matches.filter(isWithinReach).length;
  if (within === 0) return null;
  return (
    <div className={styles.arrival} role="group" aria-label="搜索标记">
      <p role="status">
        已标出“{arrival.searchQuery.slice(0, 24)}
        {arrival.searchQuery.length > 24 && '…'}”{within} 处
      </p>
      <button type="button" aria-label="上一处" onClick={() => step(-1)}>
        ↑
      </button>
      <button type="button" aria-label="下一处" onClick={() => step(1)}>
        ↓
      </button>
      <button type="button" onClick={onClear}>
        清除标记
      </button>
    </div>
  );
}
