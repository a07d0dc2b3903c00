/**
 * Cuts text into the terms of the index. Han runs become overlapping pairs, so that every substring is
 * found and no dictionary decides what a word is; identifiers are kept whole and in their parts.
 */
import { foldCase, foldScript, foldWidth, han, type Variants } from './fold';

/** Marks the end of a Han run in the pair that its last character begins. */
export const runEnd = '$';

const runs = new RegExp(
  `([${han}]+)|([A-Za-z0-9\\u00c0-\\u024f]+(?:[._\\-/:$][A-Za-z0-9\\u00c0-\\u024f]+)*)`,
  'g',
);
/** Last of the letters that words are made of; Han characters come after it. */
const lastLetter = 0x24f;
const camelParts = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

/** A stretch of text that is tokenized as one: a Han run, or words joined by dots, dashes and the like. */
export interface Run {
  readonly kind: 'han' | 'word';
  /** As written, but in half width and in simplified characters. */
  readonly text: string;
  readonly start: number;
}

function comparable(text: string, variants: Variants): string {
  return foldScript(foldWidth(text), variants);
}

/** The runs of a text in reading order. */
export function runsOf(text: string, variants: Variants): Run[] {
  return [...comparable(text, variants).matchAll(runs)].map((match) => ({
    kind: match[1] === undefined ? 'word' : 'han',
    text: match[0],
    start: match.index,
  }));
}

/** `事务失效` → `事务`, `务失`, `失效`. */
export function pairsOf(run: string): string[] {
  const pairs: string[] = [];
  for (let i = 0; i + 1 < run.length; i++) pairs.push(run.slice(i, i + 2));
  return pairs;
}

/** `LazyInitializationException` → `lazy`, `initialization`, `exception`; a word without parts → nothing. */
export function camelPartsOf(atom: string): string[] {
  const parts = atom.match(camelParts) ?? [];
  if (parts.length < 2) return [];
  return parts.filter((part) => part.length > 1).map(foldCase);
}

/** A compound's atoms in lower case, their CamelCase parts, and each pair of neighbours. */
export interface WordTerms {
  readonly atoms: readonly { readonly whole: string; readonly parts: readonly string[] }[];
  /** `spring.datasource.url` → `spring.datasource`, `datasource.url`; the separator is always a dot. */
  readonly neighbours: readonly string[];
}

/** Takes a word run apart. */
export function wordTermsOf(run: string): WordTerms {
  const atoms = run
    .split(/[._\-/:$]/)
    .map((atom) => ({ whole: foldCase(atom), parts: camelPartsOf(atom) }));
  const neighbours = atoms.slice(1).map(({ whole }, i) => `${atoms[i]?.whole ?? ''}.${whole}`);
  return { atoms, neighbours };
}

/** All terms under which the index keeps a text, in reading order and with repetitions. */
export function indexTerms(text: string, variants: Variants): string[] {
  // Pushed one by one: the builder does this for every line of the book.
  const terms: string[] = [];
  for (const run of comparable(text, variants).match(runs) ?? []) {
    if (run.charCodeAt(0) > lastLetter) {
      const last = run.length - 1;
      for (let i = 0; i < last; i++) terms.push(run.slice(i, i + 2));
      terms.push(run.slice(last) + runEnd);
      continue;
    }
    const { atoms, neighbours } = wordTermsOf(run);
    for (const { whole, parts } of atoms) terms.push(whole, ...parts);
    terms.push(...neighbours);
  }
  return terms;
}
