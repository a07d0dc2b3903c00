/**
 * Puts a text into the page: what fills the screen at once, the rest piece by piece after that was painted. A
 * long chapter takes the browser a second to lay out on a phone; the first screens take a twentieth of it.
 */

/** Characters that go in at once: more than the largest screens show. */
const firstLength = 4000;
/** Characters of each later piece: little enough to answer a click between two of them. */
const pieceLength = 8000;
/** How long a piece waits for a frame that may not come, as in a tab in the background, in ms. */
const patience = 250;

/** A text on its way into the page. */
export interface Placing {
  /** Puts in at once what is still missing. */
  readonly complete: () => void;
  /** Puts nothing in any more. */
  readonly stop: () => void;
}

let underWay: Placing | null = null;
const wholeListeners = new Set<() => void>();

/** Whether nothing is missing of the text on the screen. */
export const isWhole = (): boolean => underWay === null;

/** Calls back whenever a text that was put in stands in the page as a whole. */
export const whenWhole = (listener: () => void): void => void wholeListeners.add(listener);

/** Moves whole elements until they come to a length, in characters. */
function move(from: DocumentFragment, to: Element, length: number): void {
  const piece = from.ownerDocument.createDocumentFragment();
  let moved = 0;
  while (moved < length && from.firstChild) {
    moved += from.firstChild.textContent?.length ?? 0;
    piece.append(from.firstChild);
  }
  to.append(piece);
}

/** Runs something after the next frame was painted; returns how to call it off. */
function afterPaint(run: () => void): () => void {
  let timer = setTimeout(go, patience);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(go);
  });
  function go(): void {
    cancelAnimationFrame(frame);
    run();
  }
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

/**
 * Puts a text's first screens into an empty element, and the rest in the frames after. Printing does not wait.
 *
 * @param done called once everything is in place
 */
export function placeGradually(
  content: DocumentFragment,
  element: Element,
  done: () => void,
): Placing {
  const page = element.ownerDocument.defaultView;
  let callOff = (): void => {};
  const placing: Placing = { complete, stop };
  function stop(): void {
    callOff();
    if (underWay === placing) underWay = null;
    page?.removeEventListener('beforeprint', complete);
  }
  const goOn = (): void => {
    move(content, element, pieceLength);
    if (content.hasChildNodes()) callOff = afterPaint(goOn);
    else complete();
  };
  function complete(): void {
    stop();
    move(content, element, Infinity);
    done();
    for (const listener of wholeListeners) listener();
  }
  underWay = placing;
  page?.addEventListener('beforeprint', complete);
  move(content, element, firstLength);
  callOff = afterPaint(goOn);
  return placing;
}
