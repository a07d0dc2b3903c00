// Keeps the desktop sidebar on a phone for as long as the reader has it open as a menu; else as the original.
import type { ReactNode } from 'react';
import DocSidebarDesktop from '@theme/DocSidebar/Desktop';
import DocSidebarMobile from '@theme/DocSidebar/Mobile';
import type { Props } from '@theme/DocSidebar';
import { useWindowSize } from '@docusaurus/theme-common';
import { useEarlyMenuOpen } from '@site/src/app/EarlyMenu';

export default function DocSidebar(props: Props): ReactNode {
  const windowSize = useWindowSize();
  const kept = useEarlyMenuOpen();
  return (
    <>
      {(windowSize !== 'mobile' || kept) && <DocSidebarDesktop {...props} />}
      {windowSize === 'mobile' && <DocSidebarMobile {...props} />}
    </>
  );
}
