/** Keeps what stands after a removed element from jumping: it glides up (FLIP), or its room is held. */
import { adCollapseMs } from '../config/ads';

const animationId = 'slot-collapse';

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

function stopCollapse(element: Element): void {
  for (const animation of element.getAnimations?.() ?? []) {
    if (animation.id === animationId) animation.cancel();
  }
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
    followers.forEach(({ follower }) => stopCollapse(follower));
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

/** Animates each element from its old place to the new one; call it before the next paint. */
export function glide(moved: readonly Moved[]): void {
  for (const { follower, offsetPx } of moved) {
    follower.animate?.([{ transform: `translateY(${offsetPx}px)` }, { transform: 'none' }], {
      id: animationId,
      duration: adCollapseMs,
      easing: 'ease-out',
    });
  }
}
