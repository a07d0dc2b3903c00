/** Keeps what stands after a removed element from jumping: it glides up (FLIP), or its room is held. */
import { adCollapseMs } from './config';

/** Everything that the removal of an element can move: the following siblings of it and of its ancestors. */
function elementsAfter(element: Element): Element[] {
  const found: Element[] = [];
  const { body } = element.ownerDocument;
  for (let level: Element | null = element; level && level !== body; level = level.parentElement) {
    for (let next = level.nextElementSibling; next; next = next.nextElementSibling) {
      found.push(next);
    }
  }
  return found;
}

/** What glides at the moment, by the element that a removal moved. */
const gliding = new WeakMap<Element, Animation>();

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < element.ownerDocument.documentElement.clientHeight;
}

/** An element that a removal moved, and how far up, in px. */
export interface Moved {
  readonly follower: Element;
  readonly offsetPx: number;
}

/**
 * Records where the elements after this one stand.
 *
 * @returns to be called after the removal and before the next paint: the elements on the screen that moved
 */
export function recordFollowers(element: Element): () => Moved[] {
  const before = elementsAfter(element).map((follower) => ({
    follower,
    top: follower.getBoundingClientRect().top,
  }));
  return () => {
    const followers = before.filter(({ follower }) => follower.isConnected);
    // A second removal during the first one's animation starts from where the reader sees things.
    followers.forEach(({ follower }) => gliding.get(follower)?.cancel());
    return followers
      .map(({ follower, top }) => ({
        follower,
        offsetPx: top - follower.getBoundingClientRect().top,
      }))
      .filter(({ follower, offsetPx }) => Math.abs(offsetPx) >= 1 && isOnScreen(follower));
  };
}

/** The room an element takes in the flow of the text, its margins included, in px. */
export function roomOf(element: Element): number {
  const { marginTop, marginBottom } = getComputedStyle(element);
  const { height } = element.getBoundingClientRect();
  return height + parseFloat(marginTop) + parseFloat(marginBottom);
}

/** Keeps what has moved in its place on the screen, in a browser that does not do so itself. */
export function scrollAlong([first]: readonly Moved[]): void {
  first?.follower.ownerDocument.defaultView?.scrollBy({
    top: -first.offsetPx,
    behavior: 'instant',
  });
}

/**
 * Animates each element from its old place to the new one; call it before the next paint. A reader who scrolls
 * meanwhile, or jumps to a place, keeps what is then on the screen: the glide ends at once, and the page scrolls by
 * what was left of it. The browser scrolls, too, when another ad goes above the screen, and then nothing moves.
 */
export function glide(moved: readonly Moved[]): void {
  const page = moved[0]?.follower.ownerDocument.defaultView;
  const animations = moved.flatMap(({ follower, offsetPx }) => {
    const animation = follower.animate?.(
      [{ transform: `translateY(${offsetPx}px)` }, { transform: 'none' }],
      { duration: adCollapseMs, easing: 'ease-out' },
    );
    if (animation) gliding.set(follower, animation);
    return animation ?? [];
  });
  const [first] = animations;
  if (!first || !page) return;
  const follower = moved[0].follower;
  // What it stands in begins above the removed element, and does not glide.
  const topOf = (element: Element | null): number => element?.getBoundingClientRect().top ?? 0;
  const { parentElement } = follower;
  const placePx = topOf(parentElement);
  const stop = (): void => {
    if (Math.abs(topOf(parentElement) - placePx) < 1) return;
    const before = topOf(follower);
    for (const animation of animations) animation.finish();
    const top = topOf(follower) - before;
    if (top) page.scrollBy({ top, behavior: 'instant' });
  };
  page.addEventListener('scroll', stop);
  const forget = (): void => page.removeEventListener('scroll', stop);
  first.onfinish = forget;
  first.oncancel = forget;
}
