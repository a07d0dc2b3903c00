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
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    if (Math.min(...current) > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}

/** A word's letters as bits; two words that are `n` edits apart differ in at most `n` letters either way. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

function bitsOf(letters: number): number {
  let count = 0;
  for (let rest = letters; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const lettersByList = new WeakMap<readonly string[], Int32Array>();

/** The letters of all words, worked out once for each list. */
function lettersOfAll(words: readonly string[]): Int32Array {
  const known = lettersByList.get(words);
  if (known) return known;
  const letters = Int32Array.from(words, lettersOf);
  lettersByList.set(words, letters);
  return letters;
}

/** Words that contain the given one, or are at most two slips away; the nearest first. */
export function similarWords(word: string, words: readonly string[], most: number): string[] {
  if (word.length < 4) return [];
  const limit = word.length < 8 ? 1 : 2;
  const own = lettersOf(word);
  const letters = lettersOfAll(words);
  const near: { candidate: string; distance: number }[] = [];
  words.forEach((candidate, i) => {
    const theirs = letters[i] ?? 0;
    // A longer word may have more letters when it contains this one, but then it has all of this one's.
    if (bitsOf(own & ~theirs) > limit) return;
    let distance = limit + 1;
    if (candidate.includes(word)) distance = 0.5;
    else if (bitsOf(theirs & ~own) <= limit) distance = editDistance(word, candidate, limit);
    if (distance > limit) return;
    // Hands slip inside a word rather than at its first letter.
    near.push({ candidate, distance: candidate[0] === word[0] ? distance : distance + 0.6 });
  });
  return near
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
