/** Finds sections. Knows neither browser nor files: whoever uses it passes how a file of the index is read. */
import { fold, foldCase, foldScript, foldWidth, type Variants } from './fold';
import {
  formatVersion,
  IndexFormatError,
  levelOf,
  levels,
  manifestFile,
  positionOf,
  sectionOf,
  Shard,
  type Manifest,
  type PageEntry,
  type PageTexts,
  type SectionEntry,
  type Spelling,
} from './format';
import {
  compact,
  conceptOf,
  parseQuery,
  wordVariant,
  type Concept,
  type Query,
  type Term,
  type Variant,
} from './query';
import { Relatives } from './relatives';
import { homophonesOf, similarWords } from './spelling';
import { Best, Sums, type Candidate } from './sums';
import { indexTerms, pairsOf, wordTermsOf, type WordTerms } from './tokenize';

/** Reads one file of the index, decompressed. */
export type ReadFile = (name: string) => Promise<Uint8Array>;

/** One section that answers a query. */
export interface Found {
  readonly page: PageEntry;
  readonly section: SectionEntry;
  /** Position of the section within its page. */
  readonly position: number;
  /** Headings above the section, from the second level on. */
  readonly above: readonly string[];
  readonly score: number;
}

/** The answer to a query. */
export interface Answer {
  readonly found: readonly Found[];
  /** What to mark in texts, folded. */
  readonly marks: readonly string[];
  /** Words taken for misspelt ones, as a reader would write them. */
  readonly corrections: readonly string[];
}

interface Place {
  readonly page: PageEntry;
  readonly section: SectionEntry;
  readonly position: number;
  readonly above: readonly string[];
  readonly compactHeading: string;
  readonly compactAnchor: string;
  /** Whether it is one of a chapter's pitfalls. */
  readonly inPitfalls: boolean;
  /** Factor for what the page and the section are. */
  readonly weight: number;
}

/** A term's weight in each field of a section, relative to a full text match. */
const fields = {
  heading: 2.1,
  lead: 0.8,
  keywords: 0.25,
  anchor: 0.8,
  above: 0.8,
  title: 0.6,
} as const;

/** Sections that repeat, list or announce what others explain. */
const secondary: Readonly<Record<string, number>> = {
  summary: 0.65,
  exercises: 0.7,
  'further-reading': 0.4,
};
/** A section with subsections introduces them. */
const mainSectionWeight = 1.1;
const exerciseWeight = 0.55;

/** What goes wrong comes after how it goes right, unless the query is about a failure. */
const pitfallWeight = 0.9;
const pitfalls = 'pitfalls';
const kindWeights: Readonly<Record<PageEntry['kind'], number>> = {
  chapter: 1,
  errors: 0.8,
  appendix: 0.9,
  home: 0.7,
  overview: 0.5,
};

/** A page's beginning announces what its sections explain. */
const beginningWeight = 0.45;

/** How much the error index is preferred when the query reads like an error message that it holds. */
const errorIndexFactor = 1.8;

/** The same when it tells of a failure in Chinese. */
const troubleFactor = 1.4;

/** Who looks a name up wants it explained; a message that mentions it is no explanation. */
const nameInErrorsFactor = 0.45;

/** How much a section that compares is preferred when the query asks which to take. */
const comparisonFactor = 1.5;
const compares = /选|比|区别|不同|还是| 与 /;

/** What the parts of a name count where the whole name is known. */
const partsBesideWhole = 0.35;

/** A message's short words are no names: only longer ones are mended, in characters. */
const mendableInMessage = 8;

/** Share of the query's weight, and of its concepts, that a section must match. */
const leastCoverage = { typed: 0.34, pasted: 0.12 } as const;
const leastConcepts = { typed: 0.2, pasted: 0.08 } as const;
const enoughConcepts = 0.3;

const prefixWeight = 0.6;

/** The same where the word itself is in the book, too. */
const prefixBesideWord = 0.2;

/** What a pair across two concepts counts: it tells that they stand together. */
const adjacentWeight = 0.8;
const prefixTerms = 60;

/** How much a term's rarity counts: in full, one rare word that a question happens to hold decides alone. */
const rarityExponent = 0.8;

/** Files that are fetched ahead side by side. */
const loadedAtOnce = 4;
const homophoneWeight = 0.9;
const misspeltWeight = 0.9;

/** How fast a term tells more, the more a section has of it than the book at large. */
const evidenceGain = 3;

/** Keeps a term that hardly occurs anywhere from telling all: added to its mean strength. */
const leastMeanStrength = 0.003;

/** How much the evidence of all the query's terms counts beside the score of its concepts. */
const evidenceExponent = 0.2;

/** Sections whose evidence is weighed: it brings none up from far behind, and its cost must not grow with the book. */
const contenders = 60;

/** The sections that have a term, each once. */
interface Occurrences {
  readonly sections: Uint32Array;
  /** How strongly each of them has it. */
  readonly strengths: Float64Array;
}

/** Occurrences kept for the next query, in sections of all terms together: some megabytes in the largest book. */
const keptSections = 500_000;

/** Terms of headings; each term's sections in order. */
type HeadingIndex = Map<string, { readonly sections: number[]; readonly strengths: number[] }>;

/** How much there is of a variant. */
interface Presence {
  /** Weight of its terms that the book has. */
  readonly mass: number;
  /** Share of its terms that the book has at all. */
  readonly known: number;
}

/** Room for what the sections have of a query. Ranking never waits, so one query after another uses it. */
function roomFor(sections: number) {
  const sums = (): Sums => new Sums(sections);
  return {
    /** A term's strength. */
    term: sums(),
    /** A variant's score, and the weight of its terms that the section has. */
    variant: sums(),
    part: sums(),
    /** A concept's score, the share of it that the section has, and that as far as the book knows the words. */
    concept: sums(),
    share: sums(),
    certain: sums(),
    /** The query's score, the weight of its terms that the section has, and that of its concepts. */
    total: sums(),
    covered: sums(),
    held: sums(),
  };
}

/** A variant that was added to a word taken for a slip. */
interface Mend {
  readonly concept: Concept;
  readonly variant: Variant;
}

/** An opened index. */
export class SearchEngine {
  readonly pages: readonly PageEntry[];
  private readonly places: readonly Place[];
  private readonly headings: HeadingIndex;
  private readonly headingTerms: readonly string[];
  private readonly shardStarts: readonly string[];
  private readonly scores: ReturnType<typeof roomFor>;
  /** Terms and prefixes looked up last, the first of them first. */
  private readonly lookedUp = new Map<string, Occurrences>();
  private lookedUpSections = 0;
  private readonly variants: Variants;
  private readonly shards = new Map<number, Shard>();
  private readonly loading = new Map<string, Promise<unknown>>();
  private readonly messages = new Map<number, ReadonlySet<string>>();
  private readonly texts = new Map<string, PageTexts>();
  private relatives: Relatives | undefined;
  private spelling: { words: readonly string[]; sounds: readonly string[] } | undefined;

  private constructor(
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
    this.scores = roomFor(this.places.length);
  }

  /**
   * Opens the index.
   *
   * @throws IndexFormatError when the manifest is not of this version; whatever `readFile` throws
   */
  static async open(readFile: ReadFile): Promise<SearchEngine> {
    const text = new TextDecoder().decode(await readFile(manifestFile));
    const manifest = parse<Manifest>(text, manifestFile);
    if (manifest.format !== formatVersion) throw new IndexFormatError('索引与页面的版本不一致');
    return new SearchEngine(manifest, readFile);
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

  private async loadTerms(terms: readonly Term[]): Promise<void> {
    const needed = new Set(terms.flatMap(({ text, prefix }) => this.shardRange(text, prefix)));
    await Promise.all([...needed].map((index) => this.loadShard(index)));
  }

  private async loadSpelling(): Promise<{ words: readonly string[]; sounds: readonly string[] }> {
    return this.once(this.manifest.spelling, async () => {
      const bytes = await this.readFile(this.manifest.spelling);
      const { words, sounds } = parse<Spelling>(
        new TextDecoder().decode(bytes),
        this.manifest.spelling,
      );
      this.spelling = { words: words.split(' '), sounds };
      return this.spelling;
    });
  }

  private async loadRelatives(): Promise<void> {
    const { relatives } = this.manifest;
    await this.once(relatives, async () => {
      this.relatives = new Relatives(await this.readFile(relatives), this.places.length);
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
    await Promise.all([this.loadSpelling(), this.loadRelatives()]);
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
  loadedLines({ page, position }: Found): readonly string[] | undefined {
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

  private occurrences(text: string): Occurrences {
    return this.lookUp(text, () => {
      const found = this.scores.term.clear();
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
  private matches({ text, prefix }: Term): Occurrences {
    const own = this.occurrences(text);
    if (!prefix) return own;
    // No term has a star.
    return this.lookUp(`${text}*`, () => {
      const others = this.beginnings(text).map((term) => this.occurrences(term));
      const weight = own.sections.length > 0 ? prefixBesideWord : prefixWeight;
      const found = this.scores.term.clear();
      const raise = ({ sections, strengths }: Occurrences, factor: number): void =>
        sections.forEach((section, i) => found.raise(section, strengths[i] * factor));
      raise(own, 1);
      for (const other of others) raise(other, weight);
      return found;
    });
  }

  private rarity(count: number): number {
    return Math.log(1 + (this.places.length - count + 0.5) / (count + 0.5));
  }

  /** Adds up what the sections have of a variant. */
  private scoreVariant({ terms, weight: certainty }: Variant): Presence {
    const score = this.scores.variant.clear();
    const part = this.scores.part.clear();
    let mass = 0;
    let known = 0;
    // A long word has more pairs than a short one, but does not matter more in proportion.
    const scale = 1 / Math.sqrt(Math.max(1, terms.length));
    for (const term of terms) {
      const { sections, strengths } = this.matches(term);
      if (sections.length === 0) continue;
      known++;
      const weight = this.rarity(sections.length) ** rarityExponent * term.weight * scale;
      mass += weight;
      for (let i = 0; i < sections.length; i++) {
        score.add(sections[i], weight * strengths[i] * certainty);
        part.add(sections[i], weight * Math.min(1, 0.6 + strengths[i]));
      }
    }
    return { mass, known: known / Math.max(1, terms.length) };
  }

  /**
   * Works out what the sections have of a concept, of its variants the one that each has most of.
   *
   * @returns the mass of the first variant that the book has, and the marks of all that it has
   */
  private scoreConcept({ variants, kind }: Concept): { mass: number; marks: string[] } {
    const { variant: score, part } = this.scores;
    const best = this.scores.concept.clear();
    const share = this.scores.share.clear();
    const certain = this.scores.certain.clear();
    const marks: string[] = [];
    let first = 0;
    let whole = 0;
    for (const [i, variant] of variants.entries()) {
      const { mass, known } = this.scoreVariant(variant);
      if (mass === 0) continue;
      first ||= mass;
      if (i === 0 && kind === 'word') whole = mass;
      marks.push(...variant.marks);
      // A name's parts are more terms than the name, but no better evidence.
      const isParts = whole > 0 && variant.parts;
      const size = isParts ? partsBesideWhole * Math.min(1, whole / mass) : 1;
      const certainty = Math.min(1, variant.weight + 0.1);
      for (const id of score.ids) {
        const has = part.values[id] / mass;
        best.raise(id, score.values[id] * size * (0.15 + 0.85 * has * has));
        share.raise(id, has * certainty);
        certain.raise(id, has * certainty * known);
      }
    }
    return { mass: first, marks };
  }

  private occursAs(term: Term): boolean {
    return this.matches(term).sections.length > 0;
  }

  private hasAny(concept: Concept): boolean {
    return concept.variants.some(({ terms }) => terms.some((term) => this.occursAs(term)));
  }

  /** Adds to a concept that nothing matches the words it may have been meant for. */
  private async mend(concept: Concept): Promise<Concept> {
    const { words, sounds } = this.spelling ?? (await this.loadSpelling());
    const added =
      concept.kind === 'word'
        ? await this.respelt(concept, words)
        : await this.homophones(concept, sounds);
    // Beside the name that was meant, parts of the slip that the book lacks mislead.
    const own = concept.variants.filter(
      ({ parts, terms }) =>
        !parts || added.length === 0 || terms.every(({ text }) => this.isKnown(text)),
    );
    return { ...concept, variants: [...own, ...added] };
  }

  private isKnown(text: string): boolean {
    return this.occurrences(text).sections.length > 0;
  }

  private async respelt(concept: Concept, words: readonly string[]): Promise<Variant[]> {
    const { atoms } = wordTermsOf(concept.surface);
    if (atoms.length > 1) return this.respeltCompound(atoms, words);
    const [whole, ...others] = concept.variants.map(({ terms }) =>
      terms.flatMap(({ text }) => similarWords(text, words, 4)),
    );
    const parts = concept.variants.find((variant) => variant.parts);
    // The whole name first; its parts only when nothing resembles it.
    if (parts && whole?.length === 0) return this.respeltParts(parts, words);
    const similar = [whole ?? [], ...others].find((candidates) => candidates.length > 0) ?? [];
    const variants = similar.map((text) => ({
      terms: [{ text, prefix: false, weight: 1 }],
      weight: misspeltWeight,
      marks: [text],
    }));
    await this.loadTerms(variants.flatMap(({ terms }) => terms));
    return variants;
  }

  /** A name's CamelCase parts, those that the book lacks replaced: what the others say stays with them. */
  private async respeltParts(parts: Variant, words: readonly string[]): Promise<Variant[]> {
    const meant = parts.terms.flatMap(({ text }) =>
      this.isKnown(text) ? [text] : similarWords(text, words, 1),
    );
    const terms = meant.map((text) => ({ text, prefix: false, weight: 1 }));
    await this.loadTerms(terms);
    return terms.length > 0
      ? [{ terms, weight: parts.weight * misspeltWeight, marks: meant, parts: true }]
      : [];
  }

  /** A compound with each unknown or misplaced atom replaced; the one that stands in the book comes first. */
  private async respeltCompound(
    atoms: WordTerms['atoms'],
    words: readonly string[],
  ): Promise<Variant[]> {
    const own = atoms.map(({ whole }) => whole);
    const compounds = own
      .flatMap((atom, i) =>
        [...new Set([...similarWords(atom, words, 6), ...similarWords(`${atom}s`, words, 1)])]
          .filter((text) => text !== atom)
          .map((text) => own.map((part, at) => (at === i ? text : part))),
      )
      .map((parts) => wordVariant(parts));
    await this.loadTerms(compounds.flatMap(({ terms }) => terms));
    const known = ({ terms }: Variant): number =>
      terms.filter(({ text }) => text.includes('.') && this.isKnown(text)).length;
    const most = Math.max(0, ...compounds.map(known));
    return compounds
      .filter((compound) => known(compound) === most)
      .slice(0, 4)
      .map((compound) => ({ ...compound, weight: misspeltWeight }));
  }

  /**
   * The concept with a character replaced by one that sounds alike. A wrong character makes all pairs
   * with it unknown; a pair that is unknown between known ones is only a border between words.
   */
  private async homophones(concept: Concept, sounds: readonly string[]): Promise<Variant[]> {
    const text = concept.variants[0]?.marks[0] ?? '';
    const pairs = pairsOf(text);
    const known = pairs.map((pair) => this.isKnown(pair));
    const slips = [...text].flatMap((_, at) => {
      const touching = [at - 1, at].filter((i) => i >= 0 && i < pairs.length);
      return touching.some((i) => known[i]) ? [] : [{ at, touching }];
    });
    const candidates = slips.flatMap(({ at, touching }) =>
      homophonesOf(text[at] ?? '', sounds).map((other) => {
        const mended = text.slice(0, at) + other + text.slice(at + 1);
        return { mended, changed: touching.map((i) => mended.slice(i, i + 2)) };
      }),
    );
    // Pairs lie in the file of their first character: the word's own are there, one more may be needed.
    const near = candidates.filter(({ mended }) => mended[0] === text[0]);
    await this.loadTerms(
      near.flatMap(({ changed }) =>
        changed.slice(0, 1).map((pair) => ({ text: pair, prefix: false, weight: 1 })),
      ),
    );
    return candidates
      .filter(({ changed }) => changed.every((pair) => this.isKnown(pair)))
      .map(({ mended }) => conceptOf('han', mended).variants)
      .flatMap((variants) =>
        variants.map((variant) => ({ ...variant, weight: variant.weight * homophoneWeight })),
      );
  }

  /** Whether a concept should be read as a slip: nothing matches, or a pair of it is nowhere. */
  private looksMisspelt(concept: Concept): boolean {
    const isKnown = ({ terms }: Variant): boolean => terms.every((term) => this.occursAs(term));
    if (concept.kind === 'word') return !concept.variants.some(isKnown);
    if (concept.variants.length > 1) return false;
    return !(concept.variants[0] && isKnown(concept.variants[0]));
  }

  /** Words of a query that the loaded part of the book has, each for itself. */
  partsFound(text: string): string[] {
    const { concepts } = this.parse(text);
    const parts = concepts.filter((concept) => this.hasAny(concept)).map(({ surface }) => surface);
    return [...new Set(parts)].filter((part) => part !== foldCase(text.trim())).slice(0, 6);
  }

  /** Parses a query with this index's tables. */
  parse(text: string): Query {
    return parseQuery(text, this.variants);
  }

  /**
   * Finds sections by headings and whatever text is loaded already; never waits. A first answer while
   * `search` waits for the network.
   */
  preview(text: string, limit: number): Answer {
    const query = this.parse(text);
    return this.rank(query, query.concepts, limit, []);
  }

  /**
   * Finds the sections that answer a query, the best first.
   *
   * @param limit most sections to return
   * @throws whatever reading a file throws
   */
  async search(text: string, limit: number): Promise<Answer> {
    const query = this.parse(text);
    const terms = query.concepts.flatMap(({ variants }) => variants.flatMap((v) => v.terms));
    const asked = query.terms.map((term) => ({ text: term, prefix: false, weight: 1 }));
    await Promise.all([this.loadTerms([...terms, ...asked]), this.loadRelatives()]);
    const mended: Mend[] = [];
    const concepts = await Promise.all(
      query.concepts.map(async (concept) => {
        if (query.pasted || !this.looksMisspelt(concept)) return concept;
        const inMessage = query.error && query.concepts.length > 2;
        if (inMessage && concept.surface.length < mendableInMessage) return concept;
        const better = await this.mend(concept);
        for (const variant of better.variants) {
          if (!concept.variants.includes(variant)) mended.push({ concept, variant });
        }
        return better;
      }),
    );
    return this.rank(query, concepts, limit, mended);
  }

  private rank(
    query: Query,
    concepts: readonly Concept[],
    limit: number,
    mended: readonly Mend[],
  ): Answer {
    const total = this.scores.total.clear();
    const covered = this.scores.covered.clear();
    const held = this.scores.held.clear();
    const marks = new Set<string>();
    let known = 0;
    const weights = concepts.reduce((sum, { weight }) => sum + weight, 0);
    for (const concept of concepts) {
      const { weight } = concept;
      const present = this.scoreConcept(concept);
      const mass = present.mass * weight;
      known += mass;
      for (const mark of present.marks) marks.add(mark);
      const { concept: score, share, certain } = this.scores;
      for (const id of score.ids) {
        total.add(id, score.values[id] * weight);
        covered.add(id, share.values[id] * mass);
        held.add(id, certain.values[id] * weight);
      }
    }
    for (const pair of query.adjacent) {
      const { sections, strengths } = this.occurrences(pair);
      const weight = this.rarity(sections.length) * adjacentWeight;
      sections.forEach((id, i) => {
        if (total.values[id] > 0) total.add(id, weight * strengths[i]);
      });
    }
    const length = query.pasted ? 'pasted' : 'typed';
    const best = new Best(Math.max(limit, contenders));
    for (const id of total.ids) {
      const coverage = covered.values[id] / known;
      const share = held.values[id] / weights;
      if (share < leastConcepts[length]) continue;
      // Half of the words is an answer, however much rarer the other half is.
      if (coverage < leastCoverage[length] && share < enoughConcepts) continue;
      const place = this.places[id];
      const worth = total.values[id] * coverage ** (query.pasted ? 1 : 1.5) * place.weight;
      best.add(id, worth * this.fit(query, place, id, concepts));
    }
    const ranked = this.weighed(query, best.list).sort((a, b) => b.score - a.score);
    const first = ranked[0]?.id;
    return {
      found: ranked.slice(0, limit).map(({ id, score }) => {
        const { page, section, position, above } = this.places[id];
        return { page, section, position, above, score };
      }),
      marks: [...marks],
      corrections: first === undefined ? [] : this.correctionsFor(first, mended),
    };
  }

  /**
   * The candidates with their scores multiplied by what all terms of the query tell, how it is asked among
   * them: for each term, how much more of it a section and its relatives have than the book at large.
   */
  private weighed({ terms }: Query, candidates: readonly Candidate[]): Candidate[] {
    const evidence = new Float64Array(candidates.length);
    for (const term of terms) {
      const found = this.occurrences(term);
      if (found.sections.length === 0) continue;
      const has = this.scores.term.clear();
      let sum = 0;
      found.sections.forEach((section, i) => {
        has.add(section, found.strengths[i]);
        sum += found.strengths[i];
      });
      const gain = evidenceGain / (sum / this.places.length + leastMeanStrength);
      candidates.forEach(({ id }, i) => {
        // Before the relatives have arrived, headings and loaded shards make do with the section itself.
        const around = this.relatives?.strengthAround(id, has.values) ?? 0;
        evidence[i] += Math.log1p(gain * (has.values[id] + around));
      });
    }
    // Relative to the best, so that a long query's product does not overflow.
    const most = evidence.reduce((best, one) => Math.max(best, one), 0);
    return candidates.map(({ id, score }, i) => ({
      id,
      score: score * Math.exp(evidenceExponent * (evidence[i] - most)),
    }));
  }

  /** The mended words that the first section really has; the first for each word of the query. */
  private correctionsFor(id: number, mended: readonly Mend[]): string[] {
    const shown = new Map<Concept, string>();
    for (const { concept, variant } of mended) {
      const stands = variant.terms.every(({ text }) =>
        this.occurrences(text).sections.includes(id),
      );
      if (stands && !shown.has(concept)) shown.set(concept, surfaceOf(variant, concept));
    }
    return [...shown.values()];
  }

  /** Factor for a heading that is the query, and for an error entry whose message the query holds. */
  private fit(query: Query, place: Place, id: number, concepts: readonly Concept[]): number {
    let factor = 1;
    if (query.compact === place.compactHeading) factor *= 1.6;
    else if (query.compact.length > 2 && place.compactAnchor === query.compact) factor *= 1.4;
    else if (query.compact.length > 1 && place.compactHeading.includes(query.compact))
      factor *= place.compactHeading.startsWith(query.compact) ? 1.3 : 1.2;
    if (place.inPitfalls && !query.error && !query.trouble) factor *= pitfallWeight;
    if (query.comparison && compares.test(place.section.heading)) factor *= comparisonFactor;
    if (place.page.kind !== 'errors') return factor;
    if (query.error) factor *= this.errorFactor(place, id, concepts);
    else if (query.trouble) factor *= troubleFactor;
    else if (query.names) factor *= nameInErrorsFactor;
    return factor;
  }

  private messageOf({ heading, lead }: SectionEntry): ReadonlySet<string> {
    const terms = indexTerms(`${heading} ${lead ?? ''}`, this.variants);
    return new Set(terms.filter((term) => !term.includes('.') && !/^\d+$/.test(term)));
  }

  /** How much an error entry is preferred: by the share of it that the query has, and the other way round. */
  private errorFactor({ section }: Place, id: number, concepts: readonly Concept[]): number {
    const message = this.messages.get(id) ?? this.messageOf(section);
    this.messages.set(id, message);
    const weigh = (term: string): number =>
      this.rarity(this.headings.get(term)?.sections.length ?? 0);
    const shareOf = (terms: Iterable<string>, holds: (term: string) => boolean): number => {
      let all = 0;
      let held = 0;
      for (const term of terms) {
        all += weigh(term);
        if (holds(term)) held += weigh(term);
      }
      return all > 0 ? held / all : 0;
    };
    const asked = new Set(
      concepts.flatMap(({ variants }) => variants.flatMap(({ terms }) => terms.map((t) => t.text))),
    );
    const own = concepts.flatMap(({ variants }) => variants[0]?.terms.map((t) => t.text) ?? []);
    const ofMessage = shareOf(message, (term) => asked.has(term));
    const ofQuery = shareOf(new Set(own), (term) => message.has(term));
    const preference = 1 + (errorIndexFactor - 1) * Math.min(1, 2 * Math.max(ofMessage, ofQuery));
    return preference * (1 + ofMessage ** 2 * 1.5);
  }
}

/** What a mended word is shown as. */
function surfaceOf({ marks, parts }: Variant, { kind, surface }: Concept): string {
  if (kind === 'han' || marks.length === 1) return marks[0] ?? '';
  if (parts) return marks.map((mark) => mark.charAt(0).toUpperCase() + mark.slice(1)).join('');
  const separators = surface.match(/[._\-/:$]/g) ?? [];
  return marks
    .map((mark, i) => mark + (i < marks.length - 1 ? (separators[i] ?? '.') : ''))
    .join('');
}

function parse<T>(text: string, name: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new IndexFormatError(`索引文件 ${name} 不是有效的内容`, { cause });
  }
}

function sectionWeight({ anchor, level }: SectionEntry): number {
  if (level === 1) return beginningWeight;
  if (level === 2 && !(anchor in secondary)) return mainSectionWeight;
  return anchor.startsWith('exercise-') ? exerciseWeight : (secondary[anchor] ?? 1);
}

function placesOf(page: PageEntry, variants: Variants): Place[] {
  const open: SectionEntry[] = [];
  return page.sections.map((section, position) => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= section.level) open.pop();
    const above = open.filter(({ level }) => level > 1).map(({ heading }) => heading);
    const inPitfalls = open.some(({ anchor }) => anchor === pitfalls);
    open.push(section);
    return {
      page,
      section,
      position,
      above,
      inPitfalls,
      compactAnchor: compact(section.anchor),
      compactHeading: compact(foldCase(foldScript(foldWidth(headingText(section)), variants))),
      weight: kindWeights[page.kind] * sectionWeight(section),
    };
  });
}

/** A heading without its chapter number. */
function headingText({ heading, level }: SectionEntry): string {
  return level === 1 ? heading.replace(/^第\s*\d+\s*章\s*/, '') : heading;
}
