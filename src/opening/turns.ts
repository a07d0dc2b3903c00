/**
 * Whose turn it is while a page opens: the scripts take the server's page over part by part, each in a task of
 * its own, so that a click between two of them is answered soon. A reader who touches the page waits for none.
 */
import { inBrowser, inNextFrame, inNextTask, type Page } from '../client/browser';

declare global {
  interface Window {
    /** The button pressed last, if nothing could answer yet, and when, in ms (src/config/pageTemplate.ts). */
    pressedEarly?: { readonly button: HTMLElement; readonly at: number } | null;
  }
}

const events = ['pointerdown', 'keydown', 'focusin'] as const;

/** A press longer ago than this is forgotten, by the reader too, in ms. */
const patienceMs = 5000;

/** Ends a part's wait. */
type Take = () => void;

let page: Page | undefined;
let begun = false;
/** Whether the first effects are running. */
let settling = false;
let waiting: Take[] = [];
/** Of every part that has asked; nothing once it has had its turn. */
const turns = new Map<string, Promise<void> | undefined>();

inBrowser((opened) => {
  if (opened.document.querySelector('#__docusaurus > *')) page = opened;
});

const afterwards: (() => void)[] = [];

/** The page while it is being opened. */
function opening(): Page | undefined {
  // A page that is drawn afresh has a root already, and no server's markup to keep meanwhile.
  if (!begun && page?.docusaurusRoot) page = undefined;
  if (page && !begun) begin(page);
  return page;
}

/**
 * Runs something in a task of its own once every part has had its turn. Effects wait for that: what they change
 * would make a part's first render another than the server's.
 */
export function afterTurns(run: () => void): void {
  if (opening()) afterwards.push(run);
  else inNextTask(run);
}

let latestFrame = 0;

/**
 * Describes the page in its head in the next frame, once however often it was asked for, and after every part has had
 * its turn (src/lean/helmet.cjs). Before that react-helmet-async knows only some of the parts, and would take the
 * page's own title, description and structured data away to put them back a moment later.
 */
export function describeInFrame(describe: () => void): void {
  const mine = ++latestFrame;
  const ask = (): void =>
    inNextFrame(() => {
      if (mine === latestFrame) describe();
    });
  if (opening()) afterwards.push(ask);
  else ask();
}

/** Runs a redrawing as soon as its cause is done; that which the first effects cause, in a task of its own. */
export function afterCause(redraw: () => void): void {
  if (settling) inNextTask(redraw);
  else queueMicrotask(redraw);
}

/** Answers what the reader pressed before anything could answer. */
function pressAgain({ pressedEarly, performance }: Page): void {
  if (!pressedEarly?.button.isConnected) return;
  if (performance.now() - pressedEarly.at < patienceMs) pressedEarly.button.click();
}

/** Gives everybody a turn, at once: whatever is drawn from now on need not wait. */
function end(): void {
  if (!page) return;
  const opened = page;
  for (const name of events) opened.removeEventListener(name, end, true);
  page = undefined;
  for (const take of waiting) take();
  waiting = [];
  for (const run of afterwards.splice(0)) inNextTask(run);
  inNextTask(() => {
    settling = false;
    // After what the effects redraw.
    inNextTask(() => pressAgain(opened));
  });
}

function next(): void {
  if (!page) return;
  const take = waiting.shift();
  if (!take) {
    settling = true;
    end();
    return;
  }
  take();
  // Even after the last one: a part may have parts in it.
  inNextTask(next);
}

function begin(opened: Page): void {
  begun = true;
  for (const name of events) opened.addEventListener(name, end, { capture: true, passive: true });
  inNextTask(next);
}

/** Screens on which the theme's styles hide what only a wide one has room for; its scripts then remove it. */
const narrow = '(max-width: 996px)';
const never = new Promise<void>(() => {});

/**
 * What a part of the page has to wait for; nothing unless the page is just being opened.
 *
 * @param name the part's name, the same in every call
 * @param onlyWide whether narrow screens do not show the part: there it is not taken over, but waits to be removed
 */
export function turnOf(name: string, onlyWide = false): Promise<void> | undefined {
  const opened = opening();
  if (!opened) return undefined;
  if (onlyWide && opened.matchMedia?.(narrow).matches) return never;
  if (turns.has(name)) return turns.get(name);
  const turn = new Promise<void>((resolve) => {
    waiting.push(() => {
      turns.set(name, undefined);
      resolve();
    });
  });
  turns.set(name, turn);
  return turn;
}
