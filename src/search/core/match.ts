/** How well sections match one concept of a query. */
import type { Concept, Variant } from './query';
import type { SearchIndex } from './searchIndex';
import { Sums } from './sums';

/** What the parts of a name count where the whole name is known. */
const partsBesideWhole = 0.35;

/** How much a term's rarity counts: in full, one rare word that a question happens to hold decides alone. */
const rarityExponent = 0.7;

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
    /** A variant's score, and the weight of its terms that the section has. */
    variant: sums(),
    part: sums(),
    /** A concept's score, the share of it that the section has, and that as far as the book knows the words. */
    concept: sums(),
    share: sums(),
    certain: sums(),
  };
}

/** Scores concepts, one after another, in the same room. */
export class Matcher {
  /** What the sections have of the concept scored last. */
  readonly scores: ReturnType<typeof roomFor>;

  constructor(private readonly index: SearchIndex) {
    this.scores = roomFor(index.places.length);
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
      const { sections, strengths } = this.index.matches(term);
      if (sections.length === 0) continue;
      known++;
      const weight = this.index.rarity(sections.length) ** rarityExponent * term.weight * scale;
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
  scoreConcept({ variants, kind }: Concept): { mass: number; marks: string[] } {
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
}
