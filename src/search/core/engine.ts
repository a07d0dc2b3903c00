/** Finds sections. Knows neither browser nor files: whoever uses it passes how a file of the index is read. */
import { Corrector, type Mend } from './correct';
import { foldCase } from './fold';
import {
  formatVersion,
  IndexFormatError,
  manifestFile,
  type Manifest,
  type PageEntry,
  type PageTexts,
  type SectionEntry,
} from './format';
import { parseQuery, type Concept, type Query } from './query';
import { Ranker } from './rank';
import { parse, SearchIndex, type ReadFile } from './searchIndex';

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

/** A message's short words are no names: only longer ones are mended, in characters. */
const mendableInMessage = 8;

/** An opened index and what is asked of it. */
export class SearchEngine {
  private readonly ranker: Ranker;
  private readonly corrector: Corrector;

  private constructor(private readonly index: SearchIndex) {
    this.ranker = new Ranker(index);
    this.corrector = new Corrector(index);
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
    return new SearchEngine(new SearchIndex(manifest, readFile));
  }

  get pages(): readonly PageEntry[] {
    return this.index.pages;
  }

  /** Total size of the shards not loaded yet, as transferred, in bytes. */
  get missingBytes(): number {
    return this.index.missingBytes;
  }

  /** Loads everything a query may need, so that a query's own files find room between. */
  loadAll(): Promise<void> {
    return this.index.loadAll();
  }

  /** Reads every file of the index once; used by the build to prove that it is whole. */
  verify(): Promise<void> {
    return this.index.verify();
  }

  /** The lines of a page's sections. */
  pageTexts(page: PageEntry): Promise<PageTexts> {
    return this.index.pageTexts(page);
  }

  /** The lines of a found section when its page's texts are loaded. */
  loadedLines(found: Found): readonly string[] | undefined {
    return this.index.loadedLines(found);
  }

  /** Folds a text as the index does; offsets stay valid. */
  fold(text: string): string {
    return this.index.fold(text);
  }

  /** Words of a query that the loaded part of the book has, each for itself. */
  partsFound(text: string): string[] {
    const { concepts } = this.parse(text);
    const parts = concepts
      .filter((concept) => this.index.hasAny(concept))
      .map(({ surface }) => surface);
    return [...new Set(parts)].filter((part) => part !== foldCase(text.trim())).slice(0, 6);
  }

  /** Parses a query with this index's tables. */
  parse(text: string): Query {
    return parseQuery(text, this.index.variants);
  }

  /**
   * Finds sections by headings and whatever text is loaded already; never waits. A first answer while
   * `search` waits for the network.
   */
  preview(text: string, limit: number): Answer {
    const query = this.parse(text);
    return this.answer(query, query.concepts, limit, []);
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
    const pairs = query.adjacent.map((pair) => ({ text: pair, prefix: false, weight: 1 }));
    await this.index.loadTerms([...terms, ...pairs]);
    const mended: Mend[] = [];
    const concepts = await Promise.all(
      query.concepts.map(async (concept) => {
        if (query.pasted || !this.corrector.looksMisspelt(concept)) return concept;
        const inMessage = query.error && query.concepts.length > 2;
        if (inMessage && concept.surface.length < mendableInMessage) return concept;
        const better = await this.corrector.mend(concept);
        for (const variant of better.variants) {
          if (!concept.variants.includes(variant)) mended.push({ concept, variant });
        }
        return better;
      }),
    );
    return this.answer(query, concepts, limit, mended);
  }

  private answer(
    query: Query,
    concepts: readonly Concept[],
    limit: number,
    mended: readonly Mend[],
  ): Answer {
    const { best, marks } = this.ranker.rank(query, concepts, limit);
    const first = best[0]?.id;
    return {
      found: best.map(({ id, score }) => {
        const { page, section, position, above } = this.index.places[id];
        return { page, section, position, above, score };
      }),
      marks,
      corrections: first === undefined ? [] : this.corrector.correctionsFor(first, mended),
    };
  }
}
