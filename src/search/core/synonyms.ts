/** Words that mean the same to a reader of this book; `src/data/synonyms.json` lists them. */
import data from '../../data/synonyms.json';

/** One other way to say a word, and how much less it counts than the word itself. */
export interface Synonym {
  readonly text: string;
  readonly weight: number;
}

const synonymWeight = 0.75;
const meantWeight = 1;

function table(): ReadonlyMap<string, readonly Synonym[]> {
  const entries = new Map<string, Synonym[]>();
  const add = (word: string, text: string, weight: number): void => {
    entries.set(word, [...(entries.get(word) ?? []), { text, weight }]);
  };
  for (const line of data.same) {
    const words = line.split(' | ');
    for (const word of words) {
      for (const other of words) if (other !== word) add(word, other, synonymWeight);
    }
  }
  for (const [written, intended] of Object.entries(data.meant)) add(written, intended, meantWeight);
  return entries;
}

/** Other ways to say a word, by word. */
export const synonyms = table();
