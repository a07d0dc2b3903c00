/** The arithmetic of the measurements and how they are printed; knows no browser and no build. */

/** One line of a printed table. */
export type Row = Readonly<Record<string, string | number>>;

/** What a table shows where there is nothing to measure. */
export const nothing = '—';

/** The value in the middle; between two, the mean of both; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** The value that a share of the values does not exceed; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** The largest value; NaN of none. */
export function worst(values: readonly number[]): number {
  return values.length ? Math.max(...values) : NaN;
}

/**
 * Rounds for a table.
 *
 * @param digits digits after the point
 * @returns the number, or the sign for nothing where there was none to round
 */
export function rounded(value: number, digits = 0): number | string {
  return Number.isFinite(value) ? Math.round(value * 10 ** digits) / 10 ** digits : nothing;
}

/** Bytes in KB (1024 bytes), to one digit. */
export function kilobytes(bytes: number): number {
  return Math.round(bytes / 102.4) / 10;
}

/** Adds up sizes by a name given to each. */
export function sumBy<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  sizeOf: (item: T) => number,
): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const item of items) {
    const name = nameOf(item);
    sums[name] = (sums[name] ?? 0) + sizeOf(item);
  }
  return sums;
}

/** Sums of bytes as cells, `html` becoming `html KB`. */
export function kilobyteCells(sums: Readonly<Record<string, number>>): Row {
  return Object.fromEntries(
    Object.entries(sums).map(([name, bytes]) => [`${name} KB`, kilobytes(bytes)]),
  );
}

/** Prints a table under its title. */
export function print(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  console.table(rows);
}
