/** The opened index: loads its files as they are needed, and looks terms up in what is loaded. */
import type { Concept, Term } from './concepts';
import type { Variants } from './fold';
import {
  decodeShard,
  IndexFormatError,
  levelOf,
  levels,
  parse,
  sectionOf,
  type Manifest,
  type PageEntry,
  type PageTexts,
  type Posting,
  type Spelling,
} from './format';
import { placesOf, type Place } from './places';
import { indexTerms } from './tokenize';

/** Reads one file of the index, decompressed. */
export type ReadFile = (name: string) => Promise<Uint8Array>;

/** A term's weight in each field of a section, relative to a full text match. */
const fields = {
  heading: 1.8,
  lead: 0.8,
  keywords: 0.25,
  anchor: 0.8,
  above: 0.8,
  title: 0.6,
} as const;

/** What longer words count that begin with a word that the book lacks, and that it has. */
const prefixWeight = 0.6;
const prefixBesideWord = 0.2;

/** Most terms that a prefix stands for. */
const prefixTerms = 60;

/** Files that are fetched ahead side by side. */
const loadedAtOnce = 4;

/** The sections that have a term, by number, and how strongly each of them has it. */
export type Occurrences = ReadonlyMap<number, number>;

/** An index whose manifest was read. */
export class SearchIndex {
  readonly pages: readonly PageEntry[];
  /** All sections, page after page; a section's number is its position here. */
  readonly places: readonly Place[];
  readonly variants: Variants;
  /** Terms of headings and what stands beside them: strengths by section. */
  private readonly headings = new Map<string, Map<number, number>>();
  private readonly shards = new Map<number, ReadonlyMap<string, readonly Posting[]>>();
  private readonly loading = new Map<string, Promise<unknown>>();
  private readonly texts = new Map<string, PageTexts>();

  constructor(
    private readonly manifest: Manifest,
    private readonly readFile: ReadFile,
  ) {
    this.pages = manifest.pages;
    this.variants = new Map(
      Array.from(manifest.variants.matchAll(/(.)(.)/gu), ([, a, b]) => [a, b]),
    );
    this.places = manifest.pages.flatMap((page) => placesOf(page, this.variants));
    this.places.forEach((place, id) => this.indexHeading(place, id));
  }

  private indexHeading({ page, section, above }: Place, id: number): void {
    const add = (text: string, strength: number): void => {
      for (const term of indexTerms(text, this.variants)) {
        const sections = this.headings.get(term) ?? new Map<number, number>();
        sections.set(id, Math.max(sections.get(id) ?? 0, strength));
        this.headings.set(term, sections);
      }
    };
    const length = indexTerms(section.heading, this.variants).length;
    add(section.heading, fields.heading / (0.7 + 0.3 * Math.min(3, length / 6)));
    add(section.lead ?? '', section.level === 1 ? fields.keywords : fields.lead);
    // Anchors are English names that authors chose for their sections.
    add(section.anchor, fields.anchor);
    for (const heading of above) add(heading, fields.above);
    add(page.title, fields.title);
  }

  private once<T>(name: string, decode: (text: string) => T): Promise<T> {
    const running = this.loading.get(name) as Promise<T> | undefined;
    if (running) return running;
    const started = this.readFile(name).then((bytes) => decode(new TextDecoder().decode(bytes)));
    this.loading.set(name, started);
    // A failed file may be asked for again.
    started.catch(() => this.loading.delete(name));
    return started;
  }

  /** The shard that has a term, and those that have more terms that begin with it. */
  private shardsOf({ text, prefix }: Pick<Term, 'text' | 'prefix'>): number[] {
    const { shards } = this.manifest;
    const own = Math.max(0, shards.filter(({ from }) => from <= text).length - 1);
    return [...shards.keys()].filter(
      (i) => i === own || (prefix && i > own && shards[i].from.startsWith(text)),
    );
  }

  private async loadShard(index: number): Promise<void> {
    const { file } = this.manifest.shards[index];
    await this.once(file, (text) => this.shards.set(index, decodeShard(text, file)));
  }

  /** Loads what is needed to look terms up. */
  async loadTerms(terms: readonly Term[]): Promise<void> {
    const needed = new Set(terms.flatMap((term) => this.shardsOf(term)));
    await Promise.all([...needed].map((index) => this.loadShard(index)));
  }

  /** Loads, once, what slips are mended with. */
  loadSpelling(): Promise<{ words: readonly string[]; sounds: readonly string[] }> {
    const { spelling } = this.manifest;
    return this.once(spelling, (text) => {
      const { words, sounds } = parse<Spelling>(text, spelling);
      return { words: words.split(' '), sounds };
    });
  }

  /** Total size of the shards not loaded yet, as transferred, in bytes. */
  get missingBytes(): number {
    const missing = this.manifest.shards.filter((_, i) => !this.shards.has(i));
    return missing.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Loads all shards and what mends, a few at a time, so that a query's own files find room between. */
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
      const texts = await this.pageTexts(page);
      if (texts.length !== page.sections.length) {
        throw new IndexFormatError(`页面 /${page.path} 的正文与小节数不一致`);
      }
    }
  }

  /** The lines of a page's sections. */
  pageTexts({ file }: PageEntry): Promise<PageTexts> {
    return this.once(file, (text) => {
      const texts = parse<PageTexts>(text, file);
      this.texts.set(file, texts);
      return texts;
    });
  }

  /** The lines of a section when its page's texts are loaded. */
  loadedLines({ page, position }: Pick<Place, 'page' | 'position'>): readonly string[] | undefined {
    return this.texts.get(page.file)?.[position];
  }

  /** The sections that have a term. */
  occurrences(text: string): Occurrences {
    const [shard] = this.shardsOf({ text, prefix: false });
    const postings = this.shards.get(shard)?.get(text) ?? [];
    const found = new Map(postings.map((one) => [sectionOf(one), levelOf(one) / levels]));
    this.headings
      .get(text)
      ?.forEach((strength, id) => found.set(id, (found.get(id) ?? 0) + strength));
    return found;
  }

  /** The shortest terms that begin with a prefix. */
  private beginnings(prefix: string): string[] {
    const shards = this.shardsOf({ text: prefix, prefix: true });
    const terms = [this.headings, ...shards.map((i) => this.shards.get(i))].flatMap((map) =>
      [...(map?.keys() ?? [])].filter((term) => term.startsWith(prefix)),
    );
    const compound = prefix.includes('.');
    return [...new Set(terms)]
      .filter((term) => term !== prefix && (compound || !term.includes('.')))
      .sort((a, b) => a.length - b.length)
      .slice(0, prefixTerms);
  }

  /** Sections with the term, and how strongly; for a prefix its own word counts full, others less. */
  matches({ text, prefix }: Term): Occurrences {
    const own = this.occurrences(text);
    if (!prefix) return own;
    const weight = own.size > 0 ? prefixBesideWord : prefixWeight;
    const found = new Map(own);
    for (const other of this.beginnings(text)) {
      for (const [id, strength] of this.occurrences(other)) {
        found.set(id, Math.max(found.get(id) ?? 0, strength * weight));
      }
    }
    return found;
  }

  /** How much a term tells that so many sections have. */
  rarity(count: number): number {
    return Math.log(1 + (this.places.length - count + 0.5) / (count + 0.5));
  }

  /** Whether any section has the term. */
  occursAs(term: Term): boolean {
    return this.matches(term).size > 0;
  }

  /** Whether any section has a word of the concept. */
  hasAny(concept: Concept): boolean {
    return concept.variants.some(({ terms }) => terms.some((term) => this.occursAs(term)));
  }

  /** Whether any section has the word. */
  isKnown(text: string): boolean {
    return this.occurrences(text).size > 0;
  }
}
