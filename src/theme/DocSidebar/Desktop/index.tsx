// Takes the desktop sidebar over in a task of its own (src/opening).
import type { ReactNode } from 'react';
import OriginalDesktop from '@theme-original/DocSidebar/Desktop';
import type { Props } from '@theme/DocSidebar/Desktop';
import Part from '@site/src/opening/Part';

export default function Desktop(props: Props): ReactNode {
  return (
    <Part name="sidebar" onlyWide>
      <OriginalDesktop {...props} />
    </Part>
  );
}
