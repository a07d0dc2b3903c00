// Takes the desktop sidebar over in a task of its own (src/opening); phones without scripts have it as their menu.
import type { ReactNode } from 'react';
import OriginalDesktop from '@theme-original/DocSidebar/Desktop';
import type { Props } from '@theme/DocSidebar/Desktop';
import EarlyMenu from '@site/src/opening/EarlyMenu';
import Part from '@site/src/opening/Part';

export default function Desktop(props: Props): ReactNode {
  return (
    <Part name="sidebar" onlyWide>
      <EarlyMenu>
        <OriginalDesktop {...props} />
      </EarlyMenu>
    </Part>
  );
}
