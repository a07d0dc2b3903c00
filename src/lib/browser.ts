/**
 * The client modules' only way to the page they run in (ESLint forbids the globals elsewhere). Client
 * modules run during the build, too, where there is no page: what they do to it goes through `inBrowser`.
 */
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';

/** The reader's window, handed to what works on it; a test may hand over another. */
export type Page = Window & typeof globalThis;

/** Runs something as soon as the bundle is evaluated, before the application renders; nothing in the build. */
export function inBrowser(run: (page: Page) => void): void {
  if (ExecutionEnvironment.canUseDOM) run(window);
}

/** Full address of the page being read. */
export const currentAddress = (): string => window.location.href;

/** Vertical scroll position, in px. */
export const scrollPosition = (): number => window.scrollY;

/** Takes the reader to a scroll position, in px, without gliding. */
export const scrollToPosition = (top: number): void =>
  window.scrollTo({ top, behavior: 'instant' });

/**
 * The element that an event happened in, if it matches or stands in one that does; extensions send events to the
 * document itself, which is no element.
 */
export const elementAt = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/**
 * Calls back when the reader clicks in an element, from now on: the press is answered then, and is not pressed again
 * once React has taken the page over (src/app/earlyPress.ts).
 *
 * @param selector of the elements
 */
export function whenClicked(
  page: Page,
  selector: string,
  answer: (element: Element) => void,
): void {
  page.addEventListener('click', ({ target }) => {
    const element = elementAt(target, selector);
    if (!element) return;
    page.pressedEarly = null;
    answer(element);
  });
}

/**
 * Calls back when the reader presses a pointer on an element or moves the focus to it, before the click.
 *
 * @param selector of the elements
 * @returns the end of watching
 */
export function whenReachedFor(selector: string, come: () => void): () => void {
  const look = ({ target }: Event): void => {
    if (elementAt(target, selector)) come();
  };
  const events = ['pointerdown', 'focusin'] as const;
  for (const name of events) document.addEventListener(name, look);
  return () => events.forEach((name) => document.removeEventListener(name, look));
}

/**
 * Whether the browser shows a popover; false where it knows none.
 *
 * @param id of the element
 */
export function isPopoverOpen(id: string): boolean {
  if (!('popover' in HTMLElement.prototype)) return false;
  return document.getElementById(id)?.matches(':popover-open') ?? false;
}

/**
 * Calls back after a popover was shown or hidden.
 *
 * @returns the end of watching
 */
export function whenPopoverToggles(come: () => void): () => void {
  document.addEventListener('toggle', come, true);
  return () => document.removeEventListener('toggle', come, true);
}
