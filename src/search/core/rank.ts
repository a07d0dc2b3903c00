/** Which of the sections that match a query come first. */
import type { SectionEntry } from './format';
import { Matcher } from './match';
import type { Place } from './places';
import type { Concept, Query } from './query';
import type { SearchIndex } from './searchIndex';
import { Best, Sums, type Candidate } from './sums';
import { indexTerms } from './tokenize';

/** What goes wrong comes after how it goes right, unless the query is about a failure. */
const pitfallWeight = 0.9;

/** How much the error index is preferred when the query reads like an error message that it holds. */
const errorIndexFactor = 1.4;

/** The same when it tells of a failure in Chinese. */
const troubleFactor = 1.3;

/** Who looks a name up wants it explained; a message that mentions it is no explanation. */
const nameInErrorsFactor = 0.45;

/** How much a section that compares is preferred when the query asks which to take. */
const comparisonFactor = 1.5;
const compares = /选|比|区别|不同|还是| 与 /;

/** Share of the query's weight, and of its concepts, that a section must match. */
const leastCoverage = { typed: 0.34, pasted: 0.12 } as const;
const leastConcepts = { typed: 0.2, pasted: 0.08 } as const;
const enoughConcepts = 0.3;

/** What a pair across two concepts counts: it tells that they stand together. */
const adjacentWeight = 0.8;
/** The best sections, and what to mark in their texts, folded. */
export interface Ranking {
  readonly best: readonly Candidate[];
  readonly marks: readonly string[];
}

/** Ranks queries, one after another, in the same room. */
export class Ranker {
  private readonly matcher: Matcher;
  /** The query's score, the weight of its terms that the section has, and that of its concepts. */
  private readonly total: Sums;
  private readonly covered: Sums;
  private readonly held: Sums;
  /** Terms of the messages of error entries, by section. */
  private readonly messages = new Map<number, ReadonlySet<string>>();

  constructor(private readonly index: SearchIndex) {
    this.matcher = new Matcher(index);
    this.total = new Sums(index.places.length);
    this.covered = new Sums(index.places.length);
    this.held = new Sums(index.places.length);
  }

  /**
   * Ranks the sections by what is loaded.
   *
   * @param concepts those of the query, slips mended
   * @param limit most sections to return
   */
  rank(query: Query, concepts: readonly Concept[], limit: number): Ranking {
    const total = this.total.clear();
    const covered = this.covered.clear();
    const held = this.held.clear();
    const marks = new Set<string>();
    let known = 0;
    const weights = concepts.reduce((sum, { weight }) => sum + weight, 0);
    for (const concept of concepts) {
      const { weight } = concept;
      const present = this.matcher.scoreConcept(concept);
      const mass = present.mass * weight;
      known += mass;
      for (const mark of present.marks) marks.add(mark);
      const { concept: score, share, certain } = this.matcher.scores;
      for (const id of score.ids) {
        total.add(id, score.values[id] * weight);
        covered.add(id, share.values[id] * mass);
        held.add(id, certain.values[id] * weight);
      }
    }
    for (const pair of query.adjacent) {
      const { sections, strengths } = this.index.occurrences(pair);
      const weight = this.index.rarity(sections.length) * adjacentWeight;
      sections.forEach((id, i) => {
        if (total.values[id] > 0) total.add(id, weight * strengths[i]);
      });
    }
    const length = query.pasted ? 'pasted' : 'typed';
    const best = new Best(limit);
    for (const id of total.ids) {
      const coverage = covered.values[id] / known;
      const share = held.values[id] / weights;
      if (share < leastConcepts[length]) continue;
      // Half of the words is an answer, however much rarer the other half is.
      if (coverage < leastCoverage[length] && share < enoughConcepts) continue;
      const place = this.index.places[id];
      const worth = total.values[id] * coverage ** (query.pasted ? 1 : 1.5) * place.weight;
      best.add(id, worth * this.fit(query, place, id, concepts));
    }
    return { best: best.list, marks: [...marks] };
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
    const terms = indexTerms(`${heading} ${lead ?? ''}`, this.index.variants);
    return new Set(terms.filter((term) => !term.includes('.') && !/^\d+$/.test(term)));
  }

  /** How much an error entry is preferred: by the share of it that the query has, and the other way round. */
  private errorFactor({ section }: Place, id: number, concepts: readonly Concept[]): number {
    const message = this.messages.get(id) ?? this.messageOf(section);
    this.messages.set(id, message);
    const weigh = (term: string): number =>
      this.index.rarity(this.index.headings.get(term)?.sections.length ?? 0);
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
