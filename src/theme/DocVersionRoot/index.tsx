// Takes everything inside the frame of a page over in a task of its own (src/opening).
import type { ReactNode } from 'react';
import OriginalDocVersionRoot from '@theme-original/DocVersionRoot';
import type { Props } from '@theme/DocVersionRoot';
import Part from '@site/src/opening/Part';

export default function DocVersionRoot(props: Props): ReactNode {
  return (
    <Part name="docs">
      <OriginalDocVersionRoot {...props} />
    </Part>
  );
}
