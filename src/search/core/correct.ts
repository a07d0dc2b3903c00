/** Mends slips: names that the book lacks, and characters that sound like the right one. */
import { conceptOf, wordVariant, type Concept, type Variant } from './query';
import type { SearchIndex } from './searchIndex';
import { homophonesOf, similarWords } from './spelling';
import { pairsOf, wordTermsOf, type WordTerms } from './tokenize';

const homophoneWeight = 0.9;
const misspeltWeight = 0.9;

/** A variant that was added to a word taken for a slip. */
export interface Mend {
  readonly concept: Concept;
  readonly variant: Variant;
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

/** Finds what misspelt words were meant to be. */
export class Corrector {
  constructor(private readonly index: SearchIndex) {}

  /** Adds to a concept that nothing matches the words it may have been meant for. */
  async mend(concept: Concept): Promise<Concept> {
    const { words, sounds } = await this.index.loadSpelling();
    const added =
      concept.kind === 'word'
        ? await this.respelt(concept, words)
        : await this.homophones(concept, sounds);
    // Beside the name that was meant, parts of the slip that the book lacks mislead.
    const own = concept.variants.filter(
      ({ parts, terms }) =>
        !parts || added.length === 0 || terms.every(({ text }) => this.index.isKnown(text)),
    );
    return { ...concept, variants: [...own, ...added] };
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
    await this.index.loadTerms(variants.flatMap(({ terms }) => terms));
    return variants;
  }

  /** A name's CamelCase parts, those that the book lacks replaced: what the others say stays with them. */
  private async respeltParts(parts: Variant, words: readonly string[]): Promise<Variant[]> {
    const meant = parts.terms.flatMap(({ text }) =>
      this.index.isKnown(text) ? [text] : similarWords(text, words, 1),
    );
    const terms = meant.map((text) => ({ text, prefix: false, weight: 1 }));
    await this.index.loadTerms(terms);
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
    await this.index.loadTerms(compounds.flatMap(({ terms }) => terms));
    const known = ({ terms }: Variant): number =>
      terms.filter(({ text }) => text.includes('.') && this.index.isKnown(text)).length;
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
    const known = pairs.map((pair) => this.index.isKnown(pair));
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
    await this.index.loadTerms(
      near.flatMap(({ changed }) =>
        changed.slice(0, 1).map((pair) => ({ text: pair, prefix: false, weight: 1 })),
      ),
    );
    return candidates
      .filter(({ changed }) => changed.every((pair) => this.index.isKnown(pair)))
      .map(({ mended }) => conceptOf('han', mended).variants)
      .flatMap((variants) =>
        variants.map((variant) => ({ ...variant, weight: variant.weight * homophoneWeight })),
      );
  }

  /** Whether a concept should be read as a slip: nothing matches, or a pair of it is nowhere. */
  looksMisspelt(concept: Concept): boolean {
    const isKnown = ({ terms }: Variant): boolean =>
      terms.every((term) => this.index.occursAs(term));
    if (concept.kind === 'word') return !concept.variants.some(isKnown);
    if (concept.variants.length > 1) return false;
    return !(concept.variants[0] && isKnown(concept.variants[0]));
  }

  /** The mended words that the first section really has; the first for each word of the query. */
  correctionsFor(id: number, mended: readonly Mend[]): string[] {
    const shown = new Map<Concept, string>();
    for (const { concept, variant } of mended) {
      const stands = variant.terms.every(({ text }) =>
        this.index.occurrences(text).sections.includes(id),
      );
      if (stands && !shown.has(concept)) shown.set(concept, surfaceOf(variant, concept));
    }
    return [...shown.values()];
  }
}
