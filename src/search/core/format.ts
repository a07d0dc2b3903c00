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
export const formatVersion = 3;

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

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  bytes.push(rest);
}

/** Writes terms, sorted by code unit. */
export function encodeShard(terms: readonly TermPostings[]): Uint8Array {
  const bytes: number[] = [];
  for (const [, postings] of terms) {
    const list: number[] = [];
    let next = 0;
    for (const posting of postings) {
      pushVarint(list, posting - postingOf(next, 1));
      next = sectionOf(posting) + 1;
    }
    pushVarint(bytes, list.length);
    for (const byte of list) bytes.push(byte);
  }
  const names = new TextEncoder().encode(terms.map(([term]) => term).join('\n'));
  const file = new Uint8Array(4 + names.length + bytes.length);
  new DataView(file.buffer).setUint32(0, names.length);
  file.set(names, 4);
  file.set(bytes, 4 + names.length);
  return file;
}

/** Index of the first of some sorted terms that is not before `term`. */
export function positionOf(terms: readonly string[], term: string): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? '') < term) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A decoded shard: terms by name, postings read on demand. */
export class Shard {
  private readonly terms: readonly string[];
  /** Where each term's postings begin and end. */
  private readonly starts: Uint32Array;
  private readonly ends: Uint32Array;

  /** @throws IndexFormatError when the bytes are not a shard */
  constructor(private readonly bytes: Uint8Array) {
    if (bytes.length < 4) throw new IndexFormatError('分片太短');
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
    if (4 + length > bytes.length) throw new IndexFormatError('分片的词表不完整');
    this.terms = new TextDecoder().decode(bytes.subarray(4, 4 + length)).split('\n');
    this.starts = new Uint32Array(this.terms.length);
    this.ends = new Uint32Array(this.terms.length);
    let offset = 4 + length;
    for (let i = 0; i < this.terms.length; i++) {
      const [size, start] = this.varint(offset);
      this.starts[i] = start;
      offset = start + size;
      this.ends[i] = offset;
    }
    if (offset !== bytes.length) throw new IndexFormatError('分片的长度不对');
  }

  private varint(offset: number): [value: number, next: number] {
    let value = 0;
    let next = offset;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[next++];
      if (byte === undefined) throw new IndexFormatError('分片提前结束');
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return [value, next];
    }
  }

  /** Terms of this shard that begin with `prefix`, at most `limit`. */
  termsFrom(prefix: string, limit: number): string[] {
    const found: string[] = [];
    for (let i = positionOf(this.terms, prefix); found.length < limit; i++) {
      const term = this.terms[i];
      if (!term?.startsWith(prefix)) break;
      found.push(term);
    }
    return found;
  }

  /** Where the term occurs, by section; empty when it does not. */
  postings(term: string): Posting[] {
    const index = positionOf(this.terms, term);
    if (this.terms[index] !== term) return [];
    const postings: Posting[] = [];
    const end = this.ends[index] ?? 0;
    let offset = this.starts[index] ?? 0;
    let next = 0;
    while (offset < end) {
      const [gap, after] = this.varint(offset);
      const posting = postingOf(next, 1) + gap;
      postings.push(posting);
      next = sectionOf(posting) + 1;
      offset = after;
    }
    return postings;
  }
}
