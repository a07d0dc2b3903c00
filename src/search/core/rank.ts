/** Which of the sections that match a query come first. */
import type { Concept, Variant } from './concepts';
import type { Place } from './places';
import type { Query } from './query';
import type { SearchIndex } from './searchIndex';

/** How much a term's rarity counts: in full, one rare word that a question happens to hold decides alone. */
const rarityExponent = 0.7;

/** How much the share of the query that a section has counts. */
const coverageExponent = 1.5;

/** Share of the query that a section must have; a pasted text is full of what no section has. */
const leastCoverage = { typed: 0.3, pasted: 0.12 } as const;

/** What the parts of a name count: they are more terms than the name, but no better evidence. */
const partsFactor = 0.35;

/** What a pair across two concepts counts: it tells that they stand together. */
const adjacentWeight = 0.8;

/** For a section whose heading or anchor is the query. */
const sameNameFactor = 1.5;

/** What goes wrong comes after how it goes right, unless the query is about a failure. */
const pitfallFactor = 0.9;

/** How much the error index is preferred by who asks about a failure. */
const failureInErrorsFactor = 1.3;

/** Who looks a name up wants it explained; a message that mentions it is no explanation. */
const nameInErrorsFactor = 0.45;

/** A section by its number, and how well it does. */
interface Candidate {
  readonly id: number;
  readonly score: number;
}

/** The best sections, and what to mark in their texts, folded. */
export interface Ranking {
  readonly best: readonly Candidate[];
  readonly marks: readonly string[];
}

/** What the sections have of a concept or of one way to say it, by section. */
interface Match {
  readonly scores: Float64Array;
  /** Share of it, by weight. */
  readonly shares: Float64Array;
  /** Weight of its terms that the book has. */
  readonly mass: number;
}

function matchVariant(index: SearchIndex, { terms, weight }: Variant): Match {
  const scores = new Float64Array(index.places.length);
  const shares = new Float64Array(index.places.length);
  let mass = 0;
  for (const term of terms) {
    const sections = index.matches(term);
    if (sections.size === 0) continue;
    // A long word has more pairs than a short one, but does not matter more in proportion.
    const worth =
      (index.rarity(sections.size) ** rarityExponent * term.weight) / Math.sqrt(terms.length);
    mass += worth;
    for (const [id, strength] of sections) {
      scores[id] += worth * strength * weight;
      shares[id] += worth * Math.min(1, 0.6 + strength);
    }
  }
  return { scores, shares: shares.map((share) => (share / mass) * weight), mass };
}

/** Of a concept's variants the one that each section has most of; the mass is that of the first known. */
function matchConcept(index: SearchIndex, { variants }: Concept): Match & { marks: string[] } {
  const scores = new Float64Array(index.places.length);
  const shares = new Float64Array(index.places.length);
  const marks: string[] = [];
  let mass = 0;
  for (const variant of variants) {
    const match = matchVariant(index, variant);
    if (match.mass === 0) continue;
    mass ||= match.mass;
    marks.push(...variant.marks);
    for (const [id, score] of match.scores.entries()) {
      scores[id] = Math.max(scores[id], variant.parts ? score * partsFactor : score);
      shares[id] = Math.max(shares[id], match.shares[id]);
    }
  }
  return { scores, shares, mass, marks };
}

/** Factor for what a section is and for what the query asks. */
function fit({ about, compact }: Query, place: Place): number {
  let factor = place.weight;
  const isNamed = [place.compactHeading, place.compactAnchor].includes(compact);
  if (isNamed && compact.length > 0) factor *= sameNameFactor;
  if (place.inPitfalls && about !== 'failure') factor *= pitfallFactor;
  if (place.page.kind !== 'errors') return factor;
  if (about === 'failure') factor *= failureInErrorsFactor;
  if (about === 'names') factor *= nameInErrorsFactor;
  return factor;
}

/**
 * Ranks the sections by what is loaded.
 *
 * @param concepts those of the query, slips mended
 * @param limit most sections to return
 */
export function rank(
  index: SearchIndex,
  query: Query,
  concepts: readonly Concept[],
  limit: number,
): Ranking {
  const total = new Float64Array(index.places.length);
  const covered = new Float64Array(index.places.length);
  const marks = new Set<string>();
  let known = 0;
  for (const concept of concepts) {
    const match = matchConcept(index, concept);
    known += match.mass;
    for (const mark of match.marks) marks.add(mark);
    match.scores.forEach((score, id) => {
      total[id] += score;
      covered[id] += match.shares[id] * match.mass;
    });
  }
  for (const pair of query.adjacent) {
    const sections = index.occurrences(pair);
    const worth = index.rarity(sections.size) * adjacentWeight;
    for (const [id, strength] of sections) if (total[id] > 0) total[id] += worth * strength;
  }
  const least = leastCoverage[query.pasted ? 'pasted' : 'typed'];
  const best = index.places
    .map((place, id) => {
      const coverage = covered[id] / known;
      if (!(coverage >= least)) return { id, score: 0 };
      return { id, score: total[id] * coverage ** coverageExponent * fit(query, place) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
  return { best, marks: [...marks] };
}
