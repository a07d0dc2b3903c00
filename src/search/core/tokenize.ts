/**
 * Cuts text into the terms of the index. Han runs become overlapping pairs, so that every substring is
 * found and no dictionary decides what a word is; identifiers are kept whole and in their parts.
 */
import { foldCase, foldForms, type Variants } from './fold';

/** Marks the end of a Han run in the pair that its last character begins. */
const runEnd = '$';

/** Han characters, the iteration mark included, or words joined by dots, dashes and the like. */
const runs =
  /([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〇]+)|[A-Za-z0-9\u00c0-\u024f]+(?:[._\-/:$][A-Za-z0-9\u00c0-\u024f]+)*/g;
const separators = /[._\-/:$]/;
const camelParts = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

/** A stretch of text that is tokenized as one. */
export interface Run {
  readonly kind: 'han' | 'word';
  readonly text: string;
}

/** The runs of a text in reading order. */
export function runsOf(text: string): Run[] {
  return Array.from(text.matchAll(runs), ([run, han]) => ({
    kind: han ? 'han' : 'word',
    text: run,
  }));
}

/** Neighbours joined: `事务失效` → `事务`, `务失`, `失效`. */
export function pairsOf(run: string): string[] {
  return Array.from(run.slice(1), (_, i) => run.slice(i, i + 2));
}

/** The words of a compound as written: `spring.datasource` → `spring`, `datasource`. */
export function atomsOf(run: string): string[] {
  return run.split(separators);
}

/** Neighbouring atoms joined; the separator is always a dot. */
export function neighboursOf(atoms: readonly string[]): string[] {
  return atoms.slice(1).map((atom, i) => `${atoms[i]}.${atom}`);
}

/** `LazyInitializationException` → `lazy`, `initialization`, `exception`; a word without parts → nothing. */
export function camelPartsOf(atom: string): string[] {
  const parts = atom.match(camelParts) ?? [];
  if (parts.length < 2) return [];
  return parts.filter((part) => part.length > 1).map(foldCase);
}

/** All terms under which the index keeps a text, in reading order and with repetitions. */
export function indexTerms(text: string, variants: Variants): string[] {
  return runsOf(foldForms(text, variants)).flatMap((run) => {
    if (run.kind === 'han') return [...pairsOf(run.text), run.text.slice(-1) + runEnd];
    const atoms = atomsOf(run.text);
    return [
      ...atoms.flatMap((atom) => [foldCase(atom), ...camelPartsOf(atom)]),
      ...neighboursOf(atoms.map(foldCase)),
    ];
  });
}
