/** Tells what is on the screen already. Preact's `useDeferredValue` defers nothing. */
import { useEffect, useState } from 'react';

/** Whether a frame was painted since this value came; while another one comes first, it stays false. */
export function usePainted<T>(value: T): boolean {
  const [painted, setPainted] = useState<{ readonly value: T }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted({ value }));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return painted !== undefined && painted.value === value;
}
