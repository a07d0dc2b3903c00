/** Tabs in a text that React does not know: choosing one, by mouse or keyboard, and remembering the choice. */
import { createStorageSlot } from '@docusaurus/theme-common';

/** The box around a set of tabs (`src/theme/Tabs`). */
const boxSelector = '[data-tabs]';

const slotOf = (group: string) => createStorageSlot(`docusaurus.tab.${group}`);
const tabsOf = (box: Element): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>(
    ':scope > .tabs-container > [role="tablist"] > [role="tab"]',
  ),
];
const panelsOf = (box: Element): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>(':scope > .tabs-container > div > [role="tabpanel"]'),
];
const valueOf = (panel: Element | undefined): string | undefined =>
  panel?.querySelector<HTMLElement>(':scope > .tab-panel')?.dataset.value;

function show(box: Element, index: number): void {
  tabsOf(box).forEach((tab, position) => {
    const chosen = position === index;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    tab.classList.toggle('tabs__item--active', chosen);
  });
  panelsOf(box).forEach((panel, position) => (panel.hidden = position !== index));
}

/** Shows a value in every box of a group that has it. */
function showValue(text: ParentNode, group: string, value: string): void {
  for (const box of text.querySelectorAll<HTMLElement>(boxSelector)) {
    const index = panelsOf(box).findIndex((panel) => valueOf(panel) === value);
    if (box.dataset.tabs === group && index >= 0) show(box, index);
  }
}

/** Keeps an element where it is on the screen while something above it changes: Safari does not. */
function keepInPlace(element: Element | undefined, change: () => void): void {
  const top = element?.getBoundingClientRect().top ?? 0;
  change();
  const moved = (element?.getBoundingClientRect().top ?? 0) - top;
  if (moved) element?.ownerDocument.defaultView?.scrollBy({ top: moved, behavior: 'instant' });
}

/** The first block of a text that begins on the screen; none in a text that is not in the page yet. */
function firstOnScreen(text: ParentNode): Element | undefined {
  const screenPx = text.firstElementChild?.ownerDocument.documentElement.clientHeight ?? 0;
  return [...text.children].find((block) => {
    const { top } = block.getBoundingClientRect();
    return block.isConnected && top >= 0 && top < screenPx;
  });
}

/** Shows what the reader chose on an earlier page or visit. */
export function restoreTabs(text: ParentNode): void {
  const boxes = [...text.querySelectorAll<HTMLElement>(boxSelector)];
  for (const group of new Set(boxes.map(({ dataset }) => dataset.tabs ?? ''))) {
    const value = group && slotOf(group).get();
    if (value) keepInPlace(firstOnScreen(text), () => showValue(text, group, value));
  }
}

/** Chooses a tab; it stays where it is on the screen, whatever changes above it. */
export function chooseTab(text: Element, tab: Element): void {
  const box = tab.closest<HTMLElement>(boxSelector);
  if (!box) return;
  const index = tabsOf(box).findIndex((candidate) => candidate === tab);
  const value = valueOf(panelsOf(box)[index]);
  const group = box.dataset.tabs;
  keepInPlace(tab, () => {
    show(box, index);
    if (group && value !== undefined) showValue(text, group, value);
  });
  if (group && value !== undefined) slotOf(group).set(value);
}

/**
 * Moves the focus along the tabs by arrow keys, and chooses by Enter or the space bar.
 *
 * @returns whether the key is answered, and the browser may not scroll by it
 */
export function onTabKey(text: Element, tab: Element, key: string): boolean {
  const box = tab.closest(boxSelector);
  const tabs = box ? tabsOf(box) : [];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const chooses = key === 'Enter' || key === ' ';
  if (chooses) chooseTab(text, tab);
  if (!step) return chooses;
  const index = tabs.findIndex((candidate) => candidate === tab);
  tabs[(index + step + tabs.length) % tabs.length]?.focus();
  return true;
}
