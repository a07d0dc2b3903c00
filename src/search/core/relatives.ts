/**
 * Which sections speak of the same things. What readers ask of one they ask of its relatives in the same
 * words, so a word that a section lacks counts a little for it when its relatives have it.
 */
import { encodeShard, levels, Shard, type Posting } from './format';

/** Writes the relatives of every section, by its number; a relative's level tells how near it is. */
export function encodeRelatives(relatives: readonly (readonly Posting[])[]): Uint8Array {
  const named = relatives.map((own, section) => [String(section), own] as const);
  return encodeShard(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The decoded relatives. */
export class Relatives {
  /** The relatives' numbers, section after section. */
  private readonly numbers: readonly Uint32Array[];
  /** What each of them counts; a section's sum is 1. */
  private readonly weights: readonly Float64Array[];

  /**
   * @param sections how many sections the index has
   * @throws IndexFormatError when the bytes are not what `encodeRelatives` wrote
   */
  constructor(bytes: Uint8Array, sections: number) {
    const shard = new Shard(bytes);
    const own = Array.from({ length: sections }, (_, section) => shard.postings(String(section)));
    this.numbers = own.map((list) => Uint32Array.from(list, ({ section }) => section));
    this.weights = own.map((list) => {
      const near = list.map(({ level }) => (level / levels) ** 2);
      const sum = near.reduce((total, one) => total + one, 0);
      return Float64Array.from(near, (one) => one / sum);
    });
  }

  /** How strongly a section's relatives have a term, given every section's strength. */
  strengthAround(section: number, strengths: Float64Array): number {
    const numbers = this.numbers[section] ?? [];
    const weights = this.weights[section] ?? [];
    let sum = 0;
    // Counted, because it runs for every term of every contender at each key.
    for (let i = 0; i < numbers.length; i++) {
      sum += (weights[i] ?? 0) * (strengths[numbers[i] ?? 0] ?? 0);
    }
    return sum;
  }
}
