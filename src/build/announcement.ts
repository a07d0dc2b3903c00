/** The announcement bar above the navbar: off until there is something to announce. */

/** One announcement. A reader who closed it sees the next one, because that has another id. */
export interface Announcement {
  readonly id: string;
  /** HTML of one line. */
  readonly content: string;
  readonly isCloseable: boolean;
}

/** The announcement shown on every page, or nothing. */
export const announcement: Announcement | undefined = undefined;
