/** Finds the sections that speak of the same things, by the rare words they share (Node only). */
import {
  levelOf,
  levels,
  postingOf,
  sectionOf,
  type Posting,
  type TermPostings,
} from '../core/format';
import { Best, Sums } from '../core/sums';

/** Relatives kept for a section. */
const kept = 15;

/** A term in more sections relates none of them, and would make the work grow with the square of the book. */
const mostSections = 20;

/**
 * The nearest sections of each section, by number, with levels relative to the nearest.
 *
 * @param terms postings of all terms
 * @param sections how many sections there are
 */
export function relativesOf(terms: readonly TermPostings[], sections: number): Posting[][] {
  const telling = terms.filter(([, { length }]) => length <= mostSections);
  const rarities = telling.map(([, { length }]) => Math.log(1 + sections / (length + 0.5)));
  const weightOf = (term: number, posting: Posting): number =>
    ((rarities[term] ?? 0) * levelOf(posting)) / levels;
  /** The telling terms of each section, packed as a term's sections are. */
  const own = Array.from({ length: sections }, (): Posting[] => []);
  const norms = new Float64Array(sections);
  telling.forEach(([, postings], term) => {
    for (const posting of postings) {
      const section = sectionOf(posting);
      own[section]?.push(postingOf(term, levelOf(posting)));
      const weight = weightOf(term, posting);
      norms[section] += weight * weight;
    }
  });
  const shared = new Sums(sections);
  return own.map((list, section) => {
    for (const posting of list) {
      const term = sectionOf(posting);
      const weight = weightOf(term, posting);
      for (const other of telling[term]?.[1] ?? []) {
        shared.add(sectionOf(other), weight * weightOf(term, other));
      }
    }
    const nearest = new Best(kept);
    for (const other of shared.ids) {
      if (other !== section) nearest.add(other, shared.values[other] / Math.sqrt(norms[other]));
    }
    shared.clear();
    const first = nearest.list[0]?.score ?? 1;
    return nearest.list
      .map(({ id, score }) => postingOf(id, Math.max(1, Math.round((levels * score) / first))))
      .sort((a, b) => a - b);
  });
}
