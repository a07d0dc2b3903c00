/** Mends slips: names that the book lacks, and characters that sound like the right one. */
import { conceptOf, termOf, type Concept, type Variant } from './concepts';
import type { SearchIndex } from './searchIndex';
import { homophonesOf, similarWords } from './spelling';
import { atomsOf, pairsOf } from './tokenize';

const mendedWeight = 0.9;

/** Most words that one slip may have been meant for. */
const mostMeant = 4;

/** What a word of a query was probably meant to be. */
export interface Mend {
  /** As a reader would write it. */
  readonly text: string;
  readonly variants: readonly Variant[];
}

/** Nothing matches, or a pair of it is nowhere. */
function looksMisspelt(index: SearchIndex, { kind, variants }: Concept): boolean {
  if (kind === 'han' && variants.length > 1) return false;
  return !variants.some(({ terms }) => terms.every((term) => index.occursAs(term)));
}

/** Words that resemble the whole; a compound, or a name that nothing resembles, part by part. */
function respelt(
  index: SearchIndex,
  { surface, variants }: Concept,
  words: readonly string[],
): string[] {
  const nearest = (part: string): string =>
    index.isKnown(part) ? part : (similarWords(part, words, 1)[0] ?? part);
  if (atomsOf(surface).length > 1) return [surface.replace(/[^._\-/:$]+/g, nearest)];
  const similar = similarWords(surface, words, mostMeant);
  if (similar.length > 0) return similar;
  const parts = variants.find((variant) => variant.parts)?.marks ?? [];
  const name = parts.map(nearest).map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return name.length > 0 ? [name.join('')] : [];
}

/**
 * The word with a character replaced by one that sounds alike. A wrong character makes all pairs
 * with it unknown; a pair that is unknown between known ones is only a border between words.
 */
async function homophones(
  index: SearchIndex,
  text: string,
  sounds: readonly string[],
): Promise<string[]> {
  const pairs = pairsOf(text);
  const candidates = [...text].flatMap((character, at) => {
    const touching = [at - 1, at].filter((i) => i >= 0 && i < pairs.length);
    if (touching.some((i) => index.isKnown(pairs[i]))) return [];
    return homophonesOf(character, sounds).map((other) => {
      const mended = text.slice(0, at) + other + text.slice(at + 1);
      return { mended, changed: touching.map((i) => mended.slice(i, i + 2)) };
    });
  });
  // Pairs lie in the file of their first character: the word's own are there, one more may be needed.
  const near = candidates.filter(({ mended }) => mended[0] === text[0]);
  await index.loadTerms(near.map(({ changed }) => termOf(changed[0])));
  return candidates
    .filter(({ changed }) => changed.every((pair) => index.isKnown(pair)))
    .map(({ mended }) => mended);
}

/** What a concept may have been meant for; nothing when it is no slip. */
export async function mendsOf(index: SearchIndex, concept: Concept): Promise<Mend[]> {
  if (!looksMisspelt(index, concept)) return [];
  const { words, sounds } = await index.loadSpelling();
  const texts =
    concept.kind === 'word'
      ? respelt(index, concept, words)
      : await homophones(index, concept.surface, sounds);
  const mends = texts.map((text) => ({
    text,
    variants: conceptOf(concept.kind, text).variants.map((variant) => ({
      ...variant,
      weight: variant.weight * mendedWeight,
    })),
  }));
  await index.loadTerms(mends.flatMap(({ variants }) => variants.flatMap(({ terms }) => terms)));
  return mends;
}
