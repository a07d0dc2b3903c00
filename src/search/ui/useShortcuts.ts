import { useEffect } from 'react';

/** Whether typing there means text, so that a single key is no command. */
function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Calls `open` on Ctrl K, ⌘ K and, outside of text fields, `/`. */
export function useShortcuts(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const command = event.ctrlKey || event.metaKey;
      const isCommandK = command && !event.shiftKey && event.key.toLowerCase() === 'k';
      const isSlash = !command && event.key === '/' && !takesText(event.target);
      if (!isCommandK && !isSlash) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
