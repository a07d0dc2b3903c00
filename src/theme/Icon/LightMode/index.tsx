// The sun in strokes: every page carries it, and the original's outline takes five times the bytes.
import type { ReactNode } from 'react';
import type { Props } from '@theme/Icon/LightMode';

export default function IconLightMode(props: Props): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width={24} height={24} {...props}>
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        d="M12 8a4 4 0 100 8 4 4 0 000-8zM2 12h2M20 12h2M12 2v2M12 20v2M5 5l1 1M18 18l1 1M5 19l1-1M18 6l1-1"
      />
    </svg>
  );
}
