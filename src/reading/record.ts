/** What the browser keeps of a reader's way through the book. */

/** Where in a chapter the reader was last. */
export interface Place {
  /** The chapter's path, with the base URL. */
  readonly path: string;
  /** “第 6 章”, or the whole title where it has no such beginning. */
  readonly chapter: string;
  /** The section's heading; empty above the first. */
  readonly section: string;
  readonly anchor: string;
}

/** The whole record; a browser that has none yet has the empty one. */
export interface ReadingRecord {
  /** Whether the reader wants nothing to be noted. */
  readonly off: boolean;
  readonly last?: Place;
  /** Paths of the chapters read to their end. */
  readonly read: readonly string[];
  /** By path, how far the list of changes went when the chapter was last looked at. */
  readonly seen: Readonly<Record<string, number>>;
}

export const emptyRecord: ReadingRecord = { off: false, read: [], seen: {} };

const isText = (value: unknown): value is string => typeof value === 'string';

function isPlace(value: unknown): value is Place {
  const { path, chapter, section, anchor } = (value ?? {}) as Partial<Record<keyof Place, unknown>>;
  return [path, chapter, section, anchor].every(isText);
}

/** Reads a record back; what another program or an older edition left there counts for nothing. */
export function parseRecord(text: string | null): ReadingRecord {
  try {
    const { off, last, read, seen } = JSON.parse(text ?? '{}') as Partial<Record<string, unknown>>;
    return {
      off: off === true,
      ...(isPlace(last) && { last }),
      read: Array.isArray(read) ? read.filter(isText) : [],
      seen: Object.fromEntries(
        Object.entries(seen ?? {}).filter((pair): pair is [string, number] =>
          Number.isInteger(pair[1]),
        ),
      ),
    };
  } catch {
    return emptyRecord;
  }
}

/** Notes a place; nothing where the reader wants nothing noted. */
export function withPlace(record: ReadingRecord, place: Place, isRead: boolean): ReadingRecord {
  if (record.off) return record;
  const isNew = isRead && !record.read.includes(place.path);
  return { ...record, last: place, read: isNew ? [...record.read, place.path] : record.read };
}

/** Notes how far the list of changes went for a chapter; nothing where the reader wants nothing noted. */
export function withSeen(record: ReadingRecord, path: string, newest: number): ReadingRecord {
  if (record.off || record.seen[path] === newest) return record;
  return { ...record, seen: { ...record.seen, [path]: newest } };
}

/** What the link back to a place says. */
export const labelOf = ({ chapter, section }: Place): string =>
  section ? `${chapter}“${section}”` : chapter;

/** The beginning of a chapter's title that names it: “第 6 章”. */
export const shortTitle = (title: string): string => /^第 \d+ 章/.exec(title)?.[0] ?? title;
