import { Component, createRef, type ReactNode, type RefObject } from 'react';
import {
  isAboveView,
  keepsPlace,
  prefersReducedMotion,
  whenOutOfView,
  type Cleanup,
} from './browser';
import { glide, recordFollowers, roomOf, scrollAlong, type Moved } from './motion';

interface Props {
  /** Whether the children stand in the page. */
  readonly open: boolean;
  /** Whether the reader closed it, and so expects the page to move. */
  readonly closedByReader: boolean;
  /** The children's outermost element. */
  readonly element: RefObject<Element | null>;
  readonly children: ReactNode;
}

/** What is known of the page just before the children leave it. */
interface Before {
  /** Room of the children alone: other slots may go at the same moment. */
  readonly roomPx: number;
  /** Whether they are above the screen. */
  readonly isAbove: boolean;
  /** Finds what their leaving has moved. */
  readonly findMoved: () => readonly Moved[];
}

interface State {
  /** Height of the empty room that holds the text in its place, in px. */
  readonly heldPx: number;
}

/**
 * Renders its children while open; when it closes they leave the DOM and what follows glides up. A reader
 * who asked for less motion gets neither a glide nor a jump: the room stays, empty, until it is out of view.
 * A class, because only `getSnapshotBeforeUpdate` sees the page just before React changes it.
 */
export class Collapse extends Component<Props, State> {
  override state: State = { heldPx: 0 };
  private readonly room = createRef<HTMLDivElement>();
  private stopWatching: Cleanup = () => {};

  override getSnapshotBeforeUpdate(previous: Props): Before | null {
    const { open, element } = this.props;
    if (!previous.open || open || !element.current) return null;
    const isAbove = isAboveView(element.current);
    if (isAbove && keepsPlace()) return null;
    const findMoved = recordFollowers(element.current);
    return { roomPx: roomOf(element.current), isAbove, findMoved };
  }

  override componentDidUpdate(_props: Props, previous: State, before: Before | null): void {
    const { heldPx } = this.state;
    if (before) this.settle(before);
    if (heldPx > 0 && previous.heldPx === 0 && this.room.current) {
      this.stopWatching = whenOutOfView(this.room.current, () => this.setState({ heldPx: 0 }));
    }
  }

  override componentWillUnmount(): void {
    this.stopWatching();
  }

  private settle({ roomPx, isAbove, findMoved }: Before): void {
    const moved = findMoved();
    if (isAbove) scrollAlong(moved);
    else if (!prefersReducedMotion()) glide(moved);
    // What moved nothing (a blocker had hidden it) had no room to hold.
    else if (!this.props.closedByReader && moved.length > 0) this.setState({ heldPx: roomPx });
  }

  override render(): ReactNode {
    const { heldPx } = this.state;
    if (this.props.open) return this.props.children;
    return heldPx > 0 ? <div ref={this.room} data-held style={{ height: heldPx }} /> : null;
  }
}
