import { Suspense, type ReactNode } from 'react';
import { turnOf } from './turns';

interface Props {
  /** Names the part; no two on a page share a name. */
  readonly name: string;
  /** Whether it stands on wide screens alone. */
  readonly onlyWide?: boolean;
  readonly children: ReactNode;
}

/** Keeps the server's markup until it is the part's turn: throwing a promise is how Suspense is told to wait. */
function Turn({ name, onlyWide, children }: Props): ReactNode {
  const turn = turnOf(name, onlyWide);
  if (turn) throw turn;
  return children;
}

/**
 * A part of the page that is taken over in a task of its own when the page opens (see turns.ts). It has to be one
 * element: of several, Preact would keep the first alone meanwhile.
 */
export default function Part(props: Props): ReactNode {
  return (
    <Suspense fallback={null}>
      <Turn {...props} />
    </Suspense>
  );
}
