// The double arrow in strokes: every page carries it, and the original's outline takes four times the bytes.
import type { ReactNode } from 'react';
import type { Props } from '@theme/Icon/Arrow';

export default function IconArrow(props: Props): ReactNode {
  return (
    <svg width="20" height="20" aria-hidden="true" {...props}>
      <path fill="none" stroke="#7a7a7a" strokeWidth={3} d="M1 3l5 7-5 7M11 3l5 7-5 7" />
    </svg>
  );
}
