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
