/** Turns pages into the index's files; the same pages give the same bytes (Node only). */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { synonyms } from '../core/synonyms';
import { indexTerms } from '../core/tokenize';
import {
  encodeShard,
  formatVersion,
  levels,
  manifestFile,
  postingOf,
  type Manifest,
  type Posting,
  type ShardEntry,
  type Spelling,
  type TermPostings,
} from '../core/format';
import type { Line, Page, Section } from './extract';
import { allVariants, soundsOf, variantsFor } from './variants';

/** The index's files by name. */
export type IndexFiles = ReadonlyMap<string, Uint8Array>;

/**
 * Size a shard is filled to before compression, in bytes. A query reads six or seven shards whatever their
 * size, so small ones arrive sooner; the names of too many would swell the manifest.
 */
const shardBytes = 16_000;

/** BM25's constants: how fast repetition stops to count, and how much long sections are discounted. */
const saturation = 1.4;
const lengthDiscount = 0.75;

/** What an occurrence in code counts; in prose and in error messages it counts 1. */
const codeWeight = 0.25;

/** What a word of one reader's question counts in a section of average length. */
const questionWeight = 1;

/** gzip without a timestamp and without the builder's system, so that it is the same everywhere. */
function compress(content: string | Uint8Array): Uint8Array {
  const bytes = gzipSync(content, { level: 9 });
  bytes[9] = 255;
  return bytes;
}

function hashedName(kind: string, content: Uint8Array): string {
  return `${kind}-${createHash('sha256').update(content).digest('hex').slice(0, 10)}.bin`;
}

function weightOf({ code, message }: Line): number {
  return code && !message ? codeWeight : 1;
}

/** Terms, by number, and how often each was counted. */
interface Counts {
  readonly terms: Uint32Array;
  readonly counts: Float32Array;
}

/** Counts terms for one section after another; all terms ever counted are numbered. */
class Counter {
  readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();
  /** By the term's number; 0 for a term that is not among `counted`. */
  private readonly counts: number[] = [];
  private counted: number[] = [];

  add(name: string, count: number): void {
    let term = this.numbers.get(name);
    if (term === undefined) {
      term = this.names.length;
      this.numbers.set(name, term);
      this.names.push(name);
      this.counts.push(0);
    }
    this.addNumbered(term, count);
  }

  addNumbered(term: number, count: number): void {
    if (this.counts[term] === 0) this.counted.push(term);
    this.counts[term] = (this.counts[term] ?? 0) + count;
  }

  /** What was counted since the last call. */
  take(): Counts {
    const terms = Uint32Array.from(this.counted);
    const counts = new Float32Array(terms.length);
    terms.forEach((term, i) => {
      counts[i] = this.counts[term] ?? 0;
      this.counts[term] = 0;
    });
    this.counted = [];
    return { terms, counts };
  }
}

function countText(counter: Counter, { lines }: Section): Counts {
  for (const line of lines) {
    const weight = weightOf(line);
    for (const term of indexTerms(line.text, allVariants())) counter.add(term, weight);
  }
  return counter.take();
}

/** In how many of its questions a section's terms stand. */
function countQuestions(counter: Counter, { questions = [] }: Section): Counts {
  for (const question of questions) {
    for (const term of new Set(indexTerms(question, allVariants()))) counter.add(term, 1);
  }
  return counter.take();
}

/** Postings of all sections' texts, terms sorted by code unit. */
function invert(sections: readonly Section[]): TermPostings[] {
  const counter = new Counter();
  const texts = sections.map((section) => countText(counter, section));
  const questions = sections.map((section) => countQuestions(counter, section));
  const lengths = texts.map(({ counts }) => counts.reduce((sum, n) => sum + n, 0));
  const average = lengths.reduce((sum, n) => sum + n, 0) / Math.max(1, lengths.length) || 1;
  const index = counter.names.map((name): [string, Posting[]] => [name, []]);
  texts.forEach((text, section) => {
    const length = (lengths[section] ?? 0) / average;
    const norm = saturation * (1 - lengthDiscount + lengthDiscount * length);
    // A question says the same of a short section as of a long one.
    const asked = (questionWeight * norm) / saturation;
    text.terms.forEach((term, i) => counter.addNumbered(term, text.counts[i] ?? 0));
    questions[section]?.terms.forEach((term, i) => {
      counter.addNumbered(term, asked * Math.sqrt(questions[section]?.counts[i] ?? 0));
    });
    const { terms, counts } = counter.take();
    terms.forEach((term, i) => {
      const count = counts[i] ?? 0;
      const level = Math.max(1, Math.min(levels, Math.round((levels * count) / (count + norm))));
      index[term]?.[1].push(postingOf(section, level));
    });
  });
  return index.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Cuts the postings at a size; every shard has at least one term. */
function cut(terms: readonly TermPostings[]): TermPostings[][] {
  const shards: TermPostings[][] = [];
  let size = Infinity;
  for (const entry of terms) {
    const entrySize = Buffer.byteLength(entry[0]) + 2 + entry[1].length * 1.2;
    if (size + entrySize > shardBytes) {
      shards.push([]);
      size = 0;
    }
    shards.at(-1)?.push(entry);
    size += entrySize;
  }
  return shards;
}

/** Characters and words that occur anywhere in the pages. */
function vocabulary(pages: readonly Page[], terms: readonly string[]) {
  const characters = new Set<string>();
  const words = new Set<string>();
  const headings = pages.flatMap(({ sections }) =>
    sections.flatMap(({ heading, lead }) => indexTerms(`${heading} ${lead ?? ''}`, allVariants())),
  );
  for (const term of [...terms, ...headings]) {
    if (term.charCodeAt(0) >= 0x3400) {
      for (const character of term) if (character !== '$') characters.add(character);
    } else if (term.length > 3 && !/[.\d]/.test(term)) words.add(term);
  }
  return { characters, words: [...words].sort() };
}

/**
 * Builds the index.
 *
 * @param pages in reading order
 * @throws Error when there is nothing to index
 */
export function buildIndex(pages: readonly Page[]): IndexFiles {
  const sections = pages.flatMap((page) => page.sections);
  const terms = invert(sections);
  if (terms.length === 0) throw new Error('搜索索引：没有任何可索引的正文，请检查构建出的页面');
  const files = new Map<string, Uint8Array>();
  const add = (kind: string, content: string | Uint8Array): string => {
    const bytes = compress(content);
    const name = hashedName(kind, bytes);
    files.set(name, bytes);
    return name;
  };
  const shards: ShardEntry[] = cut(terms).map((part) => {
    const file = add('terms', encodeShard(part));
    return { from: part[0]?.[0] ?? '', file, bytes: files.get(file)?.length ?? 0 };
  });
  const { characters, words } = vocabulary(
    pages,
    terms.map(([term]) => term),
  );
  const spelling: Spelling = { words: words.join(' '), sounds: soundsOf(characters) };
  const manifest: Manifest = {
    format: formatVersion,
    pages: pages.map(({ path, title, kind, sections: ownSections }) => ({
      path,
      title,
      kind,
      file: add(
        'text',
        JSON.stringify(ownSections.map(({ lines }) => lines.map(({ text }) => text))),
      ),
      sections: ownSections.map(({ anchor, heading, level, lead }) => ({
        anchor,
        heading,
        level,
        ...(lead && { lead }),
      })),
    })),
    shards,
    spelling: add('spelling', JSON.stringify(spelling)),
    // A reader's word must become simplified to be known as a synonym, in the book or not.
    variants: variantsFor(new Set([...characters, ...[...synonyms.keys()].join('')])),
  };
  files.set(manifestFile, compress(JSON.stringify(manifest)));
  return files;
}
