// Opens the sidebar that came with the page, until scripts can draw the phone's menu (src/app/EarlyMenu.tsx).
import { cloneElement, type ReactNode } from 'react';
import OriginalToggle from '@theme-original/Navbar/MobileSidebar/Toggle';
import useIsBrowser from '@docusaurus/useIsBrowser';
import { earlyMenuId } from '@site/src/app/EarlyMenu';

export default function Toggle(): ReactNode {
  const inBrowser = useIsBrowser();
  // Called as a hook is, for the button itself: the component around it takes no properties.
  const button = OriginalToggle();
  if (inBrowser) return button;
  // The browser tells whether a menu of its own is open.
  return cloneElement(button, {
    popoverTarget: earlyMenuId,
    onClick: undefined,
    'aria-expanded': undefined,
  });
}
