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
import type { Page, Section } from './extract';
import { allVariants, soundsOf, variantsFor } from './variants';

/** The index's files by name. */
export type IndexFiles = ReadonlyMap<string, Uint8Array>;

/**
 * Size a shard is filled to before compression, in bytes. A query reads six or seven shards whatever their
 * size, so small ones arrive sooner; the names of too many would swell the manifest.
 */
const shardBytes = 25_000;

/** BM25's constants: how fast repetition stops to count, and how much long sections are discounted. */
const saturation = 1.4;
const lengthDiscount = 0.75;

/** What an occurrence in code counts; in prose it counts 1. */
const codeWeight = 0.15;

/** gzip without a timestamp and without the builder's system, so that it is the same everywhere. */
function compress(content: string | Uint8Array): Uint8Array {
  const bytes = gzipSync(content, { level: 9 });
  bytes[9] = 255;
  return bytes;
}

function hashedName(kind: string, content: Uint8Array): string {
  return `${kind}-${createHash('sha256').update(content).digest('hex').slice(0, 10)}.bin`;
}

/** How often each term was counted. */
type Counts = Map<string, number>;

function count(counts: Counts, terms: Iterable<string>, weight: number): void {
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
}

function textCounts({ lines }: Section): Counts {
  const counts: Counts = new Map();
  for (const { text, code } of lines)
    count(counts, indexTerms(text, allVariants()), code ? codeWeight : 1);
  return counts;
}

/** In how many of its questions a section's terms stand. */
function questionCounts({ questions = [] }: Section): Counts {
  const counts: Counts = new Map();
  for (const question of questions) {
    count(counts, new Set(indexTerms(question, allVariants())), 1);
  }
  return counts;
}

/** Postings of all sections' texts, terms sorted by code unit. */
function invert(sections: readonly Section[]): TermPostings[] {
  const texts = sections.map(textCounts);
  const lengths = texts.map((counts) => [...counts.values()].reduce((sum, n) => sum + n, 0));
  const average = lengths.reduce((sum, n) => sum + n, 0) / sections.length;
  const index = new Map<string, Posting[]>();
  sections.forEach((section, id) => {
    const counts = texts[id];
    const norm = saturation * (1 - lengthDiscount + (lengthDiscount * lengths[id]) / average);
    for (const [term, asked] of questionCounts(section)) {
      // A question says the same of a short section as of a long one.
      count(counts, [term], (norm / saturation) * Math.sqrt(asked));
    }
    for (const [term, n] of counts) {
      const level = Math.max(1, Math.round((levels * n) / (n + norm)));
      const postings = index.get(term) ?? [];
      postings.push(postingOf(id, level));
      index.set(term, postings);
    }
  });
  return [...index].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Cuts the postings at a size; every shard has at least one term. */
function cut(terms: readonly TermPostings[]): TermPostings[][] {
  const shards: TermPostings[][] = [];
  let size = Infinity;
  for (const entry of terms) {
    // A posting takes about three digits and a comma.
    const entrySize = Buffer.byteLength(entry[0]) + 3 + entry[1].length * 3.5;
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
