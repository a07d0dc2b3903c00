/** Finds what was probably meant by a word that the book does not have. */

/**
 * Edits (insert, delete, replace, swap neighbours) from one word to another, or `limit + 1` when more.
 *
 * @param limit edits beyond which the exact number does not matter
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = swaps ? before[j - 2] + 1 : Infinity;
      current.push(Math.min(previous[j] + 1, current[j - 1] + 1, replaced, swapped));
    }
    if (Math.min(...current) > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length];
}

/** Words that are at most two slips away; the nearest first. */
export function similarWords(word: string, words: readonly string[], most: number): string[] {
  if (word.length < 4) return [];
  const limit = word.length < 8 ? 1 : 2;
  return words
    .map((candidate) => ({
      candidate,
      // Hands slip inside a word rather than at its first letter.
      distance: editDistance(word, candidate, limit) + (candidate[0] === word[0] ? 0 : 0.5),
    }))
    .filter(({ distance }) => distance < limit + 1)
    .sort((a, b) => a.distance - b.distance || a.candidate.length - b.candidate.length)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Characters that sound like the given one. */
export function homophonesOf(character: string, sounds: readonly string[]): string[] {
  return sounds
    .filter((group) => group.includes(character))
    .flatMap((group) => [...group])
    .filter((other) => other !== character);
}
