/** Finds sections. Knows neither browser nor files: whoever uses it passes how a file of the index is read. */
import { termOf, type Concept } from './concepts';
import { mendsOf, type Mend } from './correct';
import { foldCase } from './fold';
import { formatVersion, IndexFormatError, manifestFile, parse, type Manifest } from './format';
import type { Place } from './places';
import { parseQuery, type Query } from './query';
import { rank } from './rank';
import { SearchIndex, type ReadFile } from './searchIndex';

/** One section that answers a query. */
export interface Found extends Place {
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

/** An opened index and what is asked of it. */
export class SearchEngine extends SearchIndex {
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

  /** Words of a query that the loaded part of the book has, each for itself. */
  partsFound(text: string): string[] {
    const { concepts } = this.parse(text);
    const parts = concepts.filter((concept) => this.hasAny(concept)).map(({ surface }) => surface);
    return [...new Set(parts)].filter((part) => part !== foldCase(text.trim())).slice(0, 6);
  }

  private parse(text: string): Query {
    return parseQuery(text, this.variants);
  }

  /**
   * Finds sections by headings and whatever text is loaded already; never waits. A first answer while
   * `search` waits for the network.
   */
  preview(text: string, limit: number): Answer {
    const query = this.parse(text);
    return this.answer(query, limit);
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
    const pairs = query.adjacent.map((pair) => termOf(pair));
    await this.loadTerms([...terms, ...pairs]);
    // A pasted text's words are as its program printed them.
    const mends = query.pasted
      ? []
      : await Promise.all(query.concepts.map((concept) => mendsOf(this, concept)));
    return this.answer(query, limit, mends);
  }

  /** @param mends what each of the query's concepts may have been meant for */
  private answer(query: Query, limit: number, mends: readonly (readonly Mend[])[] = []): Answer {
    const concepts = query.concepts.map((concept, i): Concept => {
      const meant = mends[i]?.flatMap(({ variants }) => variants) ?? [];
      return { ...concept, variants: [...concept.variants, ...meant] };
    });
    const { best, marks } = rank(this, query, concepts, limit);
    return {
      found: best.map(({ id, score }) => ({ ...this.places[id], score })),
      marks,
      corrections: best.length > 0 ? this.correctionsFor(best[0].id, mends) : [],
    };
  }

  /** The mended words that a section really has; the first for each word of the query. */
  private correctionsFor(id: number, mends: readonly (readonly Mend[])[]): string[] {
    const stands = ({ variants }: Mend): boolean =>
      variants.some(({ terms }) => terms.every(({ text }) => this.occurrences(text).has(id)));
    return mends.flatMap((meant) => meant.find(stands)?.text ?? []);
  }
}
