/** Finds the sections that speak of the same things, by the rare words they share (Node only). */
import { levels, type Posting } from '../core/format';

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
export function relativesOf(
  terms: readonly (readonly [string, readonly Posting[]])[],
  sections: number,
): Posting[][] {
  const telling = terms.flatMap(([, postings]) => {
    const { length } = postings;
    const rarity = Math.log(1 + sections / (length + 0.5));
    return length > mostSections
      ? []
      : [postings.map(({ section, level }) => ({ section, weight: (rarity * level) / levels }))];
  });
  const own = Array.from({ length: sections }, (): [term: number, weight: number][] => []);
  const norms = new Float64Array(sections);
  telling.forEach((list, term) => {
    for (const { section, weight } of list) {
      own[section]?.push([term, weight]);
      norms[section] = (norms[section] ?? 0) + weight * weight;
    }
  });
  return own.map((list, section) => {
    const shared = new Map<number, number>();
    for (const [term, weight] of list) {
      for (const other of telling[term] ?? []) {
        shared.set(other.section, (shared.get(other.section) ?? 0) + weight * other.weight);
      }
    }
    shared.delete(section);
    const nearest = [...shared]
      .map(([other, product]) => ({ other, near: product / Math.sqrt(norms[other] ?? 1) }))
      .sort((a, b) => b.near - a.near || a.other - b.other)
      .slice(0, kept);
    const first = nearest[0]?.near ?? 1;
    return nearest
      .map(({ other, near }) => ({
        section: other,
        level: Math.max(1, Math.round((levels * near) / first)),
      }))
      .sort((a, b) => a.section - b.section);
  });
}
