/** Numbers of sections, where most of the sections have none: only those that have one cost time. */

/** A positive number for some of the sections. Made once and used again and again: a new one would have to be zeroed whole. */
export class Sums {
  /** By section; 0 for those that are not among `ids`. */
  readonly values: Float64Array;
  private readonly touched: Uint32Array;
  private count = 0;

  /** @param sections how many sections there are */
  constructor(sections: number) {
    this.values = new Float64Array(sections);
    this.touched = new Uint32Array(sections);
  }

  /** The sections that have a number, each once; valid until more of them have one. */
  get ids(): Uint32Array {
    return this.touched.subarray(0, this.count);
  }

  /** Adds a positive amount. */
  add(id: number, amount: number): void {
    if (this.values[id] === 0) this.touched[this.count++] = id;
    this.values[id] += amount;
  }

  /** Makes the number at least a positive amount. */
  raise(id: number, amount: number): void {
    if (this.values[id] === 0) this.touched[this.count++] = id;
    if (this.values[id] < amount) this.values[id] = amount;
  }

  /** Takes all numbers away. */
  clear(): this {
    for (let i = 0; i < this.count; i++) this.values[this.touched[i]] = 0;
    this.count = 0;
    return this;
  }
}

/** A section by its number, and how well it does. */
export interface Candidate {
  readonly id: number;
  readonly score: number;
}

/** The best few of many candidates. */
export class Best {
  /** The best first; of equals the one with the smaller number. */
  readonly list: Candidate[] = [];

  /** @param most how many are kept */
  constructor(private readonly most: number) {}

  /** Keeps a candidate while it is among the best. */
  add(id: number, score: number): void {
    const isAfter = (other: Candidate): boolean =>
      other.score > score || (other.score === score && other.id < id);
    let at = this.list.length;
    if (at === this.most && isAfter(this.list[at - 1])) return;
    while (at > 0 && !isAfter(this.list[at - 1])) at--;
    this.list.splice(at, 0, { id, score });
    if (this.list.length > this.most) this.list.pop();
  }
}
