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

/** Runs something when the browser has nothing better to do; soon where it cannot tell. */
export function whenIdle(run: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(() => run());
  else setTimeout(run, 100);
}

const spare = new Map<string, () => void>();

/**
 * Runs things one by one, each when the browser has nothing better to do: together they could keep it busy.
 *
 * @param name what is still waiting under the same name need not wait twice
 */
export function whenIdleInTurn(name: string, run: () => void): void {
  if (spare.has(name)) return;
  const next = (): void => {
    const [first] = spare;
    if (!first) return;
    const [done, runFirst] = first;
    try {
      runFirst();
    } finally {
      spare.delete(done);
      if (spare.size > 0) whenIdle(next);
    }
  };
  spare.set(name, run);
  if (spare.size === 1) whenIdle(next);
}

let tasks: MessagePort | undefined;
const due: (() => void)[] = [];

/**
 * Runs something in a task of its own, as soon as what the page does now is done: no timer, which a browser
 * puts off in a tab in the background.
 */
export function inNextTask(run: () => void): void {
  if (!tasks) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => due.shift()?.();
    tasks = port2;
  }
  due.push(run);
  tasks.postMessage(null);
}

/** Runs something in the next frame; in a tab in the background, which has none, once it is looked at. */
export const inNextFrame = (run: () => void): void => void window.requestAnimationFrame(run);

/**
 * Calls back when the reader presses a pointer on an element or moves the focus to it, before the click.
 *
 * @param selector of the elements
 * @returns the end of watching
 */
export function whenReachedFor(selector: string, come: () => void): () => void {
  const look = ({ target }: Event): void => {
    if (target instanceof Element && target.closest(selector)) come();
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
