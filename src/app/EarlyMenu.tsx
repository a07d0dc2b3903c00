import { useSyncExternalStore, type ReactNode } from 'react';
import { elementAt, isPopoverOpen, whenPopoverToggles } from '../lib/browser';

/** The menu's id, by which a button says that it opens it. */
export const earlyMenuId = 'early-menu';

interface Props {
  readonly children: ReactNode;
}

/**
 * The sidebar of wide screens, which phones do not show, as a menu that the browser itself opens: for a phone that
 * has no scripts, or not yet. On a wide screen it stands there as if this were not around it. Once the scripts are
 * there, a link changes the page below it: the reader wants to see that.
 */
export default function EarlyMenu({ children }: Props): ReactNode {
  return (
    <div
      id={earlyMenuId}
      popover="auto"
      onClick={({ target, currentTarget }) => {
        if (elementAt(target, 'a[href]:not([href="#"])')) currentTarget.hidePopover?.();
      }}
    >
      <button
        type="button"
        className="clean-btn"
        popoverTarget={earlyMenuId}
        popoverTargetAction="hide"
      >
        关闭
      </button>
      {children}
    </div>
  );
}

/** Whether the reader has the menu open: then it stays until they have closed it. */
export function useEarlyMenuOpen(): boolean {
  return useSyncExternalStore(
    whenPopoverToggles,
    () => isPopoverOpen(earlyMenuId),
    () => false,
  );
}
