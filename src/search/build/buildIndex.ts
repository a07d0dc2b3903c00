/** Turns pages into the index's files; the same pages give the same bytes (Node only). */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { encodeRelatives } from '../core/relatives';
import { synonyms } from '../core/synonyms';
import { indexTerms } from '../core/tokenize';
import {
  encodeShard,
  formatVersion,
  levels,
  manifestFile,
  type Manifest,
  type Posting,
  type ShardEntry,
  type Spelling,
} from '../core/format';
import type { Line, Page, Section } from './extract';
import { relativesOf } from './relatives';
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

function frequencies(section: Section): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of section.lines) {
    const { text } = line;
    for (const term of indexTerms(text, allVariants())) {
      counts.set(term, (counts.get(term) ?? 0) + weightOf(line));
    }
  }
  return counts;
}

/** Postings of all sections' texts, terms sorted by code unit. */
function invert(sections: readonly Section[]): [string, Posting[]][] {
  const counted = sections.map(frequencies);
  const lengths = counted.map((counts) => [...counts.values()].reduce((sum, n) => sum + n, 0));
  const average = lengths.reduce((sum, n) => sum + n, 0) / Math.max(1, lengths.length) || 1;
  const index = new Map<string, Posting[]>();
  counted.forEach((counts, section) => {
    const length = (lengths[section] ?? 0) / average;
    const norm = saturation * (1 - lengthDiscount + lengthDiscount * length);
    // A question says the same of a short section as of a long one.
    const asked = (questionWeight * norm) / saturation;
    const times = new Map<string, number>();
    for (const question of sections[section]?.questions ?? []) {
      for (const term of new Set(indexTerms(question, allVariants()))) {
        times.set(term, (times.get(term) ?? 0) + 1);
      }
    }
    for (const [term, n] of times) {
      counts.set(term, (counts.get(term) ?? 0) + asked * Math.sqrt(n));
    }
    for (const [term, count] of counts) {
      const level = Math.max(1, Math.min(levels, Math.round((levels * count) / (count + norm))));
      const postings = index.get(term) ?? [];
      postings.push({ section, level });
      index.set(term, postings);
    }
  });
  return [...index].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Cuts the postings at a size; every shard has at least one term. */
function cut(terms: readonly [string, Posting[]][]): [string, Posting[]][][] {
  const shards: [string, Posting[]][][] = [];
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
    relatives: add('relatives', encodeRelatives(relativesOf(terms, sections.length))),
    // A reader's word must become simplified to be known as a synonym, in the book or not.
    variants: variantsFor(new Set([...characters, ...[...synonyms.keys()].join('')])),
  };
  files.set(manifestFile, compress(JSON.stringify(manifest)));
  return files;
}
