/** Where a query's words stand in a text, and which sentence shows them best. */
import { fold } from './fold';
import { pairsOf } from './tokenize';

/** Half-open stretch of a text, in UTF-16 units. */
export type Stretch = readonly [start: number, end: number];

/** A sentence with what to mark in it. */
export interface Excerpt {
  readonly text: string;
  readonly marked: readonly Stretch[];
}

/** Longest excerpt, in characters; about two lines of the panel. */
const excerptLength = 96;

/** Words up to this length are marked only as whole words, not inside others. */
const shortWord = 3;

function isHan(text: string): boolean {
  return text.charCodeAt(0) >= 0x3400;
}

function occurrences(folded: string, mark: string): Stretch[] {
  const found: Stretch[] = [];
  const whole = !isHan(mark) && mark.length <= shortWord;
  for (let at = folded.indexOf(mark); at >= 0; at = folded.indexOf(mark, at + mark.length)) {
    const end = at + mark.length;
    const inWord = /[a-z0-9]/.test(folded[at - 1] ?? '') || /[a-z0-9]/.test(folded[end] ?? '');
    if (!whole || !inWord) found.push([at, end]);
  }
  return found;
}

/** Where a mark stands; a Han word that is nowhere whole stands where its pairs do. */
function standings(folded: string, mark: string): Stretch[] {
  const whole = occurrences(folded, mark);
  if (whole.length > 0 || !isHan(mark) || mark.length < 3) return whole;
  return pairsOf(mark).flatMap((pair) => occurrences(folded, pair));
}

/**
 * Finds what to mark.
 *
 * @param marks words of the query, folded
 * @returns stretches in order that do not overlap
 */
export function stretchesOf(text: string, marks: readonly string[]): Stretch[] {
  const folded = fold(text);
  const found = marks.flatMap((mark) => standings(folded, mark));
  const merged: [number, number][] = [];
  for (const [start, end] of found.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** What a line of code or a path counts as an excerpt, relative to a sentence. */
const codeWorth = 0.5;

/** How well a sentence shows the query: different words count, repetition hardly. */
function worth(sentence: string, marks: readonly string[]): number {
  const folded = fold(sentence);
  const present = marks.filter((mark) => standings(folded, mark).length > 0);
  const words = present.reduce((sum, mark) => sum + Math.min(6, mark.length), 0);
  return /\p{Script=Han}/u.test(sentence) ? words : words * codeWorth;
}

function cut(text: string, stretches: readonly Stretch[]): Excerpt {
  if (text.length <= excerptLength) return { text, marked: stretches };
  const first = stretches[0]?.[0] ?? 0;
  const start = Math.max(0, Math.min(first - 24, text.length - excerptLength));
  const end = start + excerptLength;
  const before = start > 0 ? '…' : '';
  const shift = before.length - start;
  return {
    text: before + text.slice(start, end) + (end < text.length ? '…' : ''),
    marked: stretches
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]) => [from + shift, to + shift] as const),
  };
}

/** The sentence of a section that shows best why it was found; its beginning when no word stands in it. */
export function excerptOf(lines: readonly string[], marks: readonly string[]): Excerpt | undefined {
  let best: { text: string; worth: number } | undefined;
  for (const sentence of lines.flatMap((line) => line.match(/[^。！？；]+[。！？；]?/g) ?? [])) {
    const value = worth(sentence, marks);
    if (!best || value > best.worth) best = { text: sentence.trim(), worth: value };
  }
  return best && cut(best.text, stretchesOf(best.text, marks));
}
