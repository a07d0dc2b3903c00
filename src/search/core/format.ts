/**
 * How the index lies in files. A reader needs the manifest (pages, sections, headings), then only the
 * shards that hold the query's terms, then the texts of the pages that are shown.
 */

/** What a page is, for ranking. */
export type PageKind = 'chapter' | 'errors' | 'appendix' | 'home' | 'overview';

/** One section: from a heading to the next. */
export interface SectionEntry {
  /** Fragment without `#`; empty for a page's beginning. */
  readonly anchor: string;
  /** Heading; the page's title for its beginning. */
  readonly heading: string;
  /** 1 for a page's beginning, then the heading's level. */
  readonly level: number;
  /** Further text that counts like a heading: a page's keywords, an error entry's message. */
  readonly lead?: string;
}

/** One page and its sections in reading order. */
export interface PageEntry {
  /** Path below the base URL, without a leading slash. */
  readonly path: string;
  readonly title: string;
  readonly kind: PageKind;
  /** Name of the file with the sections' texts. */
  readonly file: string;
  readonly sections: readonly SectionEntry[];
}

/** One file of postings: all terms from `from` up to the next shard's. */
export interface ShardEntry {
  readonly from: string;
  readonly file: string;
  /** Size as transferred, in bytes. */
  readonly bytes: number;
}

/** The index's entry: everything needed to search headings, and where the rest lies. */
export interface Manifest {
  readonly format: typeof formatVersion;
  readonly pages: readonly PageEntry[];
  readonly shards: readonly ShardEntry[];
  /** Name of the file that mends misspelt words. */
  readonly spelling: string;
  /** Traditional and simplified character in turn. */
  readonly variants: string;
}

/** What mends a query: all words of the book, and characters that may stand for its own by sound. */
export interface Spelling {
  /** Words in alphabetical order, separated by spaces. */
  readonly words: string;
  /** Characters that sound alike, one string per sound. */
  readonly sounds: readonly string[];
}

/** A page's texts, one list of lines per section. */
export type PageTexts = readonly (readonly string[])[];

/** Raised when the manifest's shape changes, so that an old script never reads a new index. */
export const formatVersion = 4;

/** Name of the manifest, the only file without a content hash in its name. */
export const manifestFile = 'index.bin';

/** Folder of the index below the base URL. */
export const indexFolder = 'search-index';

/** How strongly a section's text speaks for a term: 1 … `levels`. */
export const levels = 8;

/** A section in which a term occurs and how strongly, in one number: a large book has millions of them. */
export type Posting = number;

/** A term and its postings, sorted by section. */
export type TermPostings = readonly [term: string, postings: readonly Posting[]];

/** Packs a section's number and a level of 1 … `levels`. */
export function postingOf(section: number, level: number): Posting {
  return section * levels + level - 1;
}

/** The section's number. */
export function sectionOf(posting: Posting): number {
  return Math.floor(posting / levels);
}

/** How strongly the section's text speaks for the term. */
export function levelOf(posting: Posting): number {
  return (posting % levels) + 1;
}

/** A file's content that cannot be read; the message says which part. */
export class IndexFormatError extends Error {
  override readonly name = 'IndexFormatError';
}

/**
 * Reads a file's JSON.
 *
 * @throws IndexFormatError naming the file when it is none
 */
export function parse<T>(text: string, name: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new IndexFormatError(`索引文件 ${name} 不是有效的内容`, { cause });
  }
}

/** Writes terms; each section's posting as its distance from the one before. */
export function encodeShard(entries: readonly TermPostings[]): string {
  const terms = entries.map(([term]) => term).join(' ');
  const gaps = entries.map(([, postings]) => postings.map((p, i) => p - (postings[i - 1] ?? 0)));
  return JSON.stringify({ terms, gaps });
}

/**
 * Reads what `encodeShard` wrote.
 *
 * @throws IndexFormatError naming the file when it is not valid
 */
export function decodeShard(text: string, name: string): ReadonlyMap<string, readonly Posting[]> {
  const { terms, gaps } = parse<{ terms: string; gaps: number[][] }>(text, name);
  return new Map(
    terms.split(' ').map((term, i) => {
      let sum = 0;
      return [term, gaps[i].map((gap) => (sum += gap))];
    }),
  );
}
