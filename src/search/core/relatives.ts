/**
 * Which sections speak of the same things. What readers ask of one they ask of its relatives in the same
 * words, so a word that a section lacks counts a little for it when its relatives have it.
 */
import { encodeShard, levelOf, levels, sectionOf, Shard, type Posting } from './format';

/** Writes the relatives of every section, by its number; a relative's level tells how near it is. */
export function encodeRelatives(relatives: readonly (readonly Posting[])[]): Uint8Array {
  const named = relatives.map((own, section) => [String(section), own] as const);
  return encodeShard(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The decoded relatives. */
export class Relatives {
  /** Where each section's relatives begin among all; one more entry than sections. */
  private readonly starts: Uint32Array;
  /** The relatives' numbers, section after section. */
  private readonly numbers: Uint32Array;
  /** What each of them counts; a section's sum is 1. */
  private readonly weights: Float64Array;

  /**
   * @param sections how many sections the index has
   * @throws IndexFormatError when the bytes are not what `encodeRelatives` wrote
   */
  constructor(bytes: Uint8Array, sections: number) {
    const shard = new Shard(bytes);
    const starts = [0];
    const numbers: number[] = [];
    const weights: number[] = [];
    for (let section = 0; section < sections; section++) {
      const own = shard.postings(String(section));
      const near = own.map((posting) => (levelOf(posting) / levels) ** 2);
      const sum = near.reduce((total, one) => total + one, 0);
      own.forEach((posting, i) => {
        numbers.push(sectionOf(posting));
        weights.push(near[i] / sum);
      });
      starts.push(numbers.length);
    }
    this.starts = Uint32Array.from(starts);
    this.numbers = Uint32Array.from(numbers);
    this.weights = Float64Array.from(weights);
  }

  /** How strongly a section's relatives have a term, given every section's strength. */
  strengthAround(section: number, strengths: Float64Array): number {
    let sum = 0;
    // Counted, because it runs for every term of every contender at each key.
    for (let i = this.starts[section]; i < this.starts[section + 1]; i++) {
      sum += this.weights[i] * strengths[this.numbers[i]];
    }
    return sum;
  }
}
