/** What a result hands to the page it leads to. */
export interface Arrival {
  /** Words to mark, folded. */
  readonly searchMarks: readonly string[];
  /** The query, to say what is marked. */
  readonly searchQuery: string;
}

/** Reads a history entry's state; anything that no result wrote is ignored. */
export function arrivalOf(state: unknown): Arrival | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { searchMarks, searchQuery } = state as Partial<Record<keyof Arrival, unknown>>;
  if (!Array.isArray(searchMarks) || typeof searchQuery !== 'string') return undefined;
  return { searchMarks: searchMarks.map(String), searchQuery };
}
