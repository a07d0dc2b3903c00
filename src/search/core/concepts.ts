/** What a query may be said with: each word or name of it, and its other names. */
import { foldCase } from './fold';
import { synonyms } from './synonyms';
import { atomsOf, camelPartsOf, neighboursOf, pairsOf, runsOf, type Run } from './tokenize';

/** One term to look up. */
export interface Term {
  readonly text: string;
  /** Whether terms that begin with it count, too. */
  readonly prefix: boolean;
  readonly weight: number;
}

/** One way to say a concept: the more of its terms a section has, the better. */
export interface Variant {
  readonly terms: readonly Term[];
  readonly weight: number;
  /** What to mark in the text, folded. */
  readonly marks: readonly string[];
  /** Whether it is a name's CamelCase parts: weaker evidence than the name. */
  readonly parts?: true;
}

/** A word or name of the query with its synonyms; the best variant counts. */
export interface Concept {
  readonly surface: string;
  readonly kind: Run['kind'];
  readonly variants: readonly Variant[];
}

const partsWeight = 0.8;
const fillerWeight = 0.2;
/** What an atom of a compound counts, and what two neighbours count. */
const atomWeight = 0.3;
const neighboursWeight = 1.2;

const englishFillers = new Set(
  'a an and are as at be by can do does for from has have how i in is it my not of on or that the this to was what when why will with you'.split(
    ' ',
  ),
);

/** A term to look up, as it is unless it says otherwise. */
export function termOf(text: string, weight = 1, prefix = false): Term {
  return { text, prefix, weight };
}

function hanVariant(text: string): Variant {
  const terms =
    text.length === 1 ? [termOf(text, 1, true)] : pairsOf(text).map((pair) => termOf(pair));
  return { terms, weight: 1, marks: [text] };
}

/** What stands together in a compound counts, its atoms alone hardly. */
function compoundVariant(text: string): Variant {
  const atoms = atomsOf(text);
  const neighbours = neighboursOf(atoms);
  const isLast = (part: string): boolean => part.length > 2 && text.endsWith(part);
  const terms = [
    ...atoms.map((atom) => termOf(atom, atomWeight, isLast(atom))),
    ...neighbours.map((pair) => termOf(pair, neighboursWeight, pair === neighbours.at(-1))),
  ];
  return { terms, weight: 1, marks: [text, ...atoms] };
}

function wordVariants(text: string): Variant[] {
  const folded = foldCase(text);
  if (atomsOf(folded).length > 1) return [compoundVariant(folded)];
  const filler = englishFillers.has(folded);
  const prefix = folded.length > 2 && !/^\d+$/.test(folded);
  const whole: Variant = {
    terms: [termOf(folded, filler ? fillerWeight : 1, prefix)],
    weight: 1,
    marks: filler ? [] : [folded],
  };
  const parts = camelPartsOf(text);
  if (parts.length === 0) return [whole];
  const terms = parts.map((part) => termOf(part));
  return [whole, { terms, weight: partsWeight, marks: parts, parts: true }];
}

function ownVariants({ kind, text }: Run): Variant[] {
  return kind === 'word' ? wordVariants(text) : [hanVariant(text)];
}

/** A phrase that is all said at once, such as a synonym of several words. */
function phraseVariant(text: string, weight: number): Variant {
  const variants = runsOf(text).map((run) => ownVariants(run)[0]);
  return {
    terms: variants.flatMap(({ terms }) => terms),
    marks: variants.flatMap(({ marks }) => marks),
    weight,
  };
}

/** A concept with its synonyms. */
export function conceptOf(kind: Run['kind'], text: string): Concept {
  const surface = foldCase(text);
  const own = runsOf(text).length === 1 ? ownVariants({ kind, text }) : [phraseVariant(surface, 1)];
  const others = (synonyms.get(surface) ?? []).map((other) =>
    phraseVariant(other.text, other.weight),
  );
  return { surface, kind, variants: [...own, ...others] };
}
