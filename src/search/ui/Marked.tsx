import { Fragment, type ReactNode } from 'react';
import type { Stretch } from '../core/marks';

interface Props {
  readonly text: string;
  readonly marked: readonly Stretch[];
}

/** A text with stretches of it marked. */
export default function Marked({ text, marked }: Props): ReactNode {
  return (
    <>
      {marked.map(([start, end], i) => (
        <Fragment key={start}>
          {text.slice(marked[i - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marked.at(-1)?.[1] ?? 0)}
    </>
  );
}
