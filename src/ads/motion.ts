/** Keeps what stands after a removed element from jumping: it glides up (FLIP), or its room is held. */
import { adCollapseMs } from '../config/ads';

/** Everything that the removal of an element can move: the following siblings of it and of its ancestors. */
function elementsAfter(element: Element): Element[] {
  const found: Element[] = [];
  const { body } = element.ownerDocument;
  for (let level: Element | null = element; level && level !== body;) {
    for (let next = level.nextElementSibling; next; next = next.nextElementSibling) {
      found.push(next);
    }
    level = level.parentElement;
  }
  return found;
}

/** What glides at the moment, by the element that a removal moved; asking the browser would cost a style pass. */
const gliding = new WeakMap<Element, readonly Animation[]>();

function end(follower: Element): void {
  gliding.delete(follower);
  if (follower instanceof HTMLElement) follower.style.translate = '';
}

function stop(follower: Element): void {
  for (const animation of gliding.get(follower) ?? []) animation.cancel();
  end(follower);
}

/** An element that a removal moved, and how far up, in px. */
export interface Moved {
  readonly follower: Element;
  readonly offsetPx: number;
}

/**
 * Records where the elements after this one stand.
 *
 * @returns to be called after the removal and before the next paint: the elements that moved
 */
export function recordFollowers(element: Element): () => Moved[] {
  const before = elementsAfter(element).map((follower) => ({
    follower,
    top: follower.getBoundingClientRect().top,
  }));
  return () => {
    const followers = before.filter(({ follower }) => follower.isConnected);
    // A second removal during the first one's animation starts from where the reader sees things.
    followers.forEach(({ follower }) => stop(follower));
    return followers
      .map(({ follower, top }) => ({
        follower,
        offsetPx: top - follower.getBoundingClientRect().top,
      }))
      .filter(({ offsetPx }) => Math.abs(offsetPx) >= 1);
  };
}

/** The room an element takes in the flow of the text, its margins included, in px. */
export function roomOf(element: Element): number {
  const { marginTop, marginBottom } = getComputedStyle(element);
  const { height } = element.getBoundingClientRect();
  return height + parseFloat(marginTop) + parseFloat(marginBottom);
}

const screenOf = (element: Element): number => element.ownerDocument.documentElement.clientHeight;

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < screenOf(element);
}

/**
 * An element, or of one that is several screens tall its descendants: those on the screen or less than a screen
 * away, in case the reader scrolls meanwhile.
 */
function nearScreen(element: Element, screenPx: number): Element[] {
  const { top, bottom, height } = element.getBoundingClientRect();
  if (bottom < -screenPx || top > 2 * screenPx) return [];
  if (height <= 3 * screenPx || element.childElementCount === 0) return [element];
  return Array.from(element.children).flatMap((child) => nearScreen(child, screenPx));
}

function animate(element: Element, fromPx: number, toPx: number): Animation[] {
  const at = (px: number): Keyframe => ({ transform: px ? `translateY(${px}px)` : 'none' });
  const animation = element.animate?.([at(fromPx), at(toPx)], {
    duration: adCollapseMs,
    easing: 'ease-out',
  });
  return animation ? [animation] : [];
}

/**
 * Animates each element from its old place to the new one; call it before the next paint. A chapter is tens of
 * thousands of px tall, and as a moving layer would cost 15 ms in each frame: it is held in its old place, where
 * what is on the screen of it glides.
 */
export function glide(moved: readonly Moved[]): void {
  const plans = moved.map(({ follower, offsetPx }) => {
    const near = nearScreen(follower, screenOf(follower));
    return { follower, offsetPx, near, isTall: near[0] !== follower };
  });
  // Everything is measured before anything changes: to measure again would cost another layout.
  for (const { follower, offsetPx, near, isTall } of plans) {
    const animations = near.flatMap((element) =>
      isTall ? animate(element, 0, -offsetPx) : animate(element, offsetPx, 0),
    );
    const [first] = animations;
    if (!first || !(follower instanceof HTMLElement)) continue;
    gliding.set(follower, animations);
    first.onfinish = () => {
      // Meanwhile the reader may have gone where nothing glides: there the text must not move at the end either.
      const isAway = isTall && !near.some(isOnScreen);
      end(follower);
      if (isAway) {
        follower.ownerDocument.defaultView?.scrollBy({ top: -offsetPx, behavior: 'instant' });
      }
    };
    if (isTall) follower.style.translate = `0 ${offsetPx}px`;
  }
}
