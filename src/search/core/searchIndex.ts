/** The opened index: loads its files as they are needed, and looks terms up in what is loaded. */
import { fold, type Variants } from './fold';
import {
  IndexFormatError,
  levelOf,
  levels,
  positionOf,
  sectionOf,
  Shard,
  type Manifest,
  type PageEntry,
  type PageTexts,
  type Spelling,
} from './format';
import { placesOf, type Place } from './places';
import { compact, type Concept, type Term } from './query';
import { Sums } from './sums';
import { indexTerms } from './tokenize';

/** Reads one file of the index, decompressed. */
export type ReadFile = (name: string) => Promise<Uint8Array>;

/** A term's weight in each field of a section, relative to a full text match. */
const fields = {
  heading: 2.1,
  lead: 0.8,
  keywords: 0.25,
  anchor: 0.8,
  above: 0.8,
  title: 0.6,
} as const;

const prefixWeight = 0.6;

/** The same where the word itself is in the book, too. */
const prefixBesideWord = 0.2;

/** Most terms that a prefix stands for. */
const prefixTerms = 60;

/** Files that are fetched ahead side by side. */
const loadedAtOnce = 4;
/** Occurrences kept for the next query, in sections of all terms together: some megabytes in the largest book. */
const keptSections = 500_000;

/** The sections that have a term, each once. */
export interface Occurrences {
  readonly sections: Uint32Array;
  /** How strongly each of them has it. */
  readonly strengths: Float64Array;
}

/** Terms of headings; each term's sections in order. */
type HeadingIndex = Map<string, { readonly sections: number[]; readonly strengths: number[] }>;

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

/** An index whose manifest was read. */
export class SearchIndex {
  readonly pages: readonly PageEntry[];
  /** All sections, page after page; a section's number is its position here. */
  readonly places: readonly Place[];
  readonly variants: Variants;
  /** Terms of headings and what stands beside them, by term. */
  readonly headings: HeadingIndex;
  private readonly headingTerms: readonly string[];
  private readonly shardStarts: readonly string[];
  /** Room for the look-up under way. */
  private readonly found: Sums;
  /** Terms and prefixes looked up last, the first of them first. */
  private readonly lookedUp = new Map<string, Occurrences>();
  private lookedUpSections = 0;
  private readonly shards = new Map<number, Shard>();
  private readonly loading = new Map<string, Promise<unknown>>();
  private readonly texts = new Map<string, PageTexts>();

  constructor(
    private readonly manifest: Manifest,
    private readonly readFile: ReadFile,
  ) {
    this.pages = manifest.pages;
    const table = new Map<string, string>();
    for (let i = 0; i + 1 < manifest.variants.length; i += 2) {
      table.set(manifest.variants[i] ?? '', manifest.variants[i + 1] ?? '');
    }
    this.variants = table;
    this.places = manifest.pages.flatMap((page) => placesOf(page, table));
    this.headings = this.indexHeadings();
    this.headingTerms = [...this.headings.keys()].sort((a, b) => (a < b ? -1 : 1));
    this.shardStarts = manifest.shards.map(({ from }) => from);
    this.found = new Sums(this.places.length);
  }

  private indexHeadings(): HeadingIndex {
    const index: HeadingIndex = new Map();
    const add = (text: string, section: number, strength: number): void => {
      for (const term of indexTerms(text, this.variants)) {
        let found = index.get(term);
        if (!found) index.set(term, (found = { sections: [], strengths: [] }));
        const { sections, strengths } = found;
        const last = sections.length - 1;
        if (sections[last] === section) strengths[last] = Math.max(strengths[last], strength);
        else {
          sections.push(section);
          strengths.push(strength);
        }
      }
    };
    this.places.forEach(({ page, section, above }, id) => {
      const length = indexTerms(section.heading, this.variants).length;
      add(section.heading, id, fields.heading / (0.7 + 0.3 * Math.min(3, length / 6)));
      if (section.lead) {
        add(section.lead, id, section.level === 1 ? fields.keywords : fields.lead);
      }
      // Anchors are English names that authors chose for their sections.
      add(section.anchor, id, fields.anchor);
      if (section.anchor.includes('-')) add(compact(section.anchor), id, fields.anchor);
      for (const heading of above) add(heading, id, fields.above);
      add(page.title, id, fields.title);
    });
    return index;
  }

  private async once<T>(name: string, load: () => Promise<T>): Promise<T> {
    const running = this.loading.get(name) as Promise<T> | undefined;
    if (running) return running;
    const started = load();
    this.loading.set(name, started);
    // A failed file may be asked for again.
    started.catch(() => this.loading.delete(name));
    return started;
  }

  private shardRange(term: string, prefix: boolean): number[] {
    const starts = this.shardStarts;
    const next = positionOf(starts, term);
    const first = starts[next] === term ? next : Math.max(0, next - 1);
    const range = [first];
    if (!prefix) return range;
    for (let i = first + 1; starts[i]?.startsWith(term); i++) range.push(i);
    return range;
  }

  private async loadShard(index: number): Promise<void> {
    const entry = this.manifest.shards[index];
    if (!entry) return;
    await this.once(entry.file, async () => {
      this.shards.set(index, new Shard(await this.readFile(entry.file)));
      // What was looked up before lacks this shard's sections.
      this.lookedUp.clear();
      this.lookedUpSections = 0;
    });
  }

  /** Loads what is needed to look terms up. */
  async loadTerms(terms: readonly Term[]): Promise<void> {
    const needed = new Set(terms.flatMap(({ text, prefix }) => this.shardRange(text, prefix)));
    await Promise.all([...needed].map((index) => this.loadShard(index)));
  }

  /** Loads, once, what slips are mended with. */
  async loadSpelling(): Promise<{ words: readonly string[]; sounds: readonly string[] }> {
    return this.once(this.manifest.spelling, async () => {
      const bytes = await this.readFile(this.manifest.spelling);
      const { words, sounds } = parse<Spelling>(
        new TextDecoder().decode(bytes),
        this.manifest.spelling,
      );
      return { words: words.split(' '), sounds };
    });
  }

  /** Total size of the shards not loaded yet, as transferred, in bytes. */
  get missingBytes(): number {
    return this.manifest.shards.reduce(
      (sum, { bytes }, i) => sum + (this.shards.has(i) ? 0 : bytes),
      0,
    );
  }

  /** Loads all shards and what else ranks and mends, a few at a time, so that a query's own files find room between. */
  async loadAll(): Promise<void> {
    const waiting = this.manifest.shards.keys();
    const work = async (): Promise<void> => {
      for (const index of waiting) await this.loadShard(index);
    };
    await Promise.all(Array.from({ length: loadedAtOnce }, work));
    await this.loadSpelling();
  }

  /** Reads every file of the index once; used by the build to prove that it is whole. */
  async verify(): Promise<void> {
    await this.loadAll();
    for (const page of this.pages) {
      // Not kept: the proof needs none of them again.
      const texts = await this.readTexts(page);
      if (texts.length !== page.sections.length) {
        throw new IndexFormatError(`页面 /${page.path} 的正文与小节数不一致`);
      }
    }
  }

  /** The lines of a page's sections. */
  async pageTexts(page: PageEntry): Promise<PageTexts> {
    return this.once(page.file, async () => {
      const texts = await this.readTexts(page);
      this.texts.set(page.file, texts);
      return texts;
    });
  }

  private async readTexts({ file }: PageEntry): Promise<PageTexts> {
    return parse<PageTexts>(new TextDecoder().decode(await this.readFile(file)), file);
  }

  /** The lines of a found section when its page's texts are loaded. */
  loadedLines({
    page,
    position,
  }: {
    readonly page: PageEntry;
    readonly position: number;
  }): readonly string[] | undefined {
    return this.texts.get(page.file)?.[position];
  }

  /** Folds a text as the index does; offsets stay valid. */
  fold(text: string): string {
    return fold(text, this.variants);
  }

  /** What `find` finds, or what it found when the same was looked up before. */
  private lookUp(key: string, find: () => Sums): Occurrences {
    const known = this.lookedUp.get(key);
    if (known) return known;
    const { ids, values } = find();
    const sections = ids.slice();
    const strengths = new Float64Array(sections.length);
    sections.forEach((section, i) => (strengths[i] = values[section]));
    const occurrences = { sections, strengths };
    this.lookedUp.set(key, occurrences);
    // What nothing has is kept, too, and must not be kept without end.
    this.lookedUpSections += sections.length + 1;
    for (const [oldest, { sections: its }] of this.lookedUp) {
      if (this.lookedUpSections <= keptSections) break;
      this.lookedUp.delete(oldest);
      this.lookedUpSections -= its.length + 1;
    }
    return occurrences;
  }

  /** The sections that have a term. */
  occurrences(text: string): Occurrences {
    return this.lookUp(text, () => {
      const found = this.found.clear();
      for (const index of this.shardRange(text, false)) {
        for (const posting of this.shards.get(index)?.postings(text) ?? []) {
          found.add(sectionOf(posting), levelOf(posting) / levels);
        }
      }
      const inHeadings = this.headings.get(text);
      inHeadings?.sections.forEach((section, i) => found.add(section, inHeadings.strengths[i]));
      return found;
    });
  }

  private beginnings(prefix: string): string[] {
    const terms = this.shardRange(prefix, true).flatMap(
      (index) => this.shards.get(index)?.termsFrom(prefix, prefixTerms * 4) ?? [],
    );
    const inHeadings: string[] = [];
    const { headingTerms } = this;
    for (let i = positionOf(headingTerms, prefix); headingTerms[i]?.startsWith(prefix); i++) {
      inHeadings.push(headingTerms[i]);
    }
    const compound = prefix.includes('.');
    return [...new Set([...terms, ...inHeadings])]
      .filter((term) => term !== prefix && (compound || !term.includes('.')))
      .sort((a, b) => a.length - b.length)
      .slice(0, prefixTerms);
  }

  /** Sections with the term, and how strongly; for a prefix its own word counts full, others less. */
  matches({ text, prefix }: Term): Occurrences {
    const own = this.occurrences(text);
    if (!prefix) return own;
    // No term has a star.
    return this.lookUp(`${text}*`, () => {
      const others = this.beginnings(text).map((term) => this.occurrences(term));
      const weight = own.sections.length > 0 ? prefixBesideWord : prefixWeight;
      const found = this.found.clear();
      const raise = ({ sections, strengths }: Occurrences, factor: number): void =>
        sections.forEach((section, i) => found.raise(section, strengths[i] * factor));
      raise(own, 1);
      for (const other of others) raise(other, weight);
      return found;
    });
  }

  /** How much a term tells that so many sections have. */
  rarity(count: number): number {
    return Math.log(1 + (this.places.length - count + 0.5) / (count + 0.5));
  }

  /** Whether any section has the term. */
  occursAs(term: Term): boolean {
    return this.matches(term).sections.length > 0;
  }

  /** Whether any section has a word of the concept. */
  hasAny(concept: Concept): boolean {
    return concept.variants.some(({ terms }) => terms.some((term) => this.occursAs(term)));
  }

  /** Whether any section has the word. */
  isKnown(text: string): boolean {
    return this.occurrences(text).sections.length > 0;
  }
}
