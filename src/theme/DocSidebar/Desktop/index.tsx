// Wraps the desktop sidebar: phones without scripts have it as their menu.
import type { ReactNode } from 'react';
import OriginalDesktop from '@theme-original/DocSidebar/Desktop';
import type { Props } from '@theme/DocSidebar/Desktop';
import EarlyMenu from '@site/src/app/EarlyMenu';

export default function Desktop(props: Props): ReactNode {
  return (
    <EarlyMenu>
      <OriginalDesktop {...props} />
    </EarlyMenu>
  );
}
