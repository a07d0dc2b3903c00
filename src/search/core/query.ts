/** Understands what a reader typed or pasted: its concepts, and what it asks for. */
import { conceptOf, type Concept } from './concepts';
import { foldCase, foldForms, type Variants } from './fold';
import { synonyms } from './synonyms';
import { atomsOf, pairsOf, runsOf } from './tokenize';

/** A query, understood. */
export interface Query {
  readonly concepts: readonly Concept[];
  /** Pairs across concepts: they tell that two words stand together. */
  readonly adjacent: readonly string[];
  /** What it asks about: a failure, or only names of the code such as a class, a property or a file. */
  readonly about: 'failure' | 'names' | undefined;
  /** Whether it was pasted: long, with values that differ from run to run. */
  readonly pasted: boolean;
  /** The query folded, without spaces and punctuation, to compare with headings. */
  readonly compact: string;
}

/** Longest query that is taken literally, in characters. */
const typedLength = 90;

/** Most concepts taken from a pasted text. */
const mostPasted = 40;

/** Longest pasted text that is read, in characters; a trace's first messages stand well before. */
const pastedLength = 20_000;

/** Longest run taken as one word, in characters; a longer one is a sentence. */
const longestWord = 4;

/** What Spring adds to the message about any missing bean: its rare words would outweigh the bean's type. */
const saidOfEveryBean =
  /expected at least 1 bean which qualifies as autowire candidate\.?|Dependency annotations: \{[^}]*\}/g;

const questionWords =
  /怎么办|怎么写|怎么用|怎么样|怎么|怎样|如何|为什么|为何|什么是|是什么|什么|哪些|哪个|请问|区别|有何不同|能不能|有没有|是不是|一下|还是|[的了吗呢吧啊和与]/g;

/** What every page is about: it tells nothing beside what is asked about it. */
const subject = /^spring ?boot$/;

/** Removes everything but letters, digits and Han characters. */
export function compact(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]/gu, '');
}

const longestFirst = [...synonyms.keys()].sort((a, b) => b.length - a.length);

/** Words with synonyms that stand in the text; the longest win. */
function knownPhrases(folded: string): { start: number; end: number; text: string }[] {
  const found: { start: number; end: number; text: string }[] = [];
  for (const text of longestFirst) {
    for (let start = folded.indexOf(text); start >= 0; start = folded.indexOf(text, start + 1)) {
      const end = start + text.length;
      const cutsWord = [start, end].some((at) =>
        /^[a-z0-9._-]{2}$/.test(folded.slice(Math.max(0, at - 1), at + 1)),
      );
      const overlaps = found.some((other) => start < other.end && other.start < end);
      if (!cutsWord && !overlaps) found.push({ start, end, text });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** A browser may lack the segmenter; then a sentence stays one long word. */
const segmenter =
  'Segmenter' in Intl ? new Intl.Segmenter('zh-Hans', { granularity: 'word' }) : undefined;

/**
 * The words of a sentence without spaces. A lone character between words tells little; several in a row
 * are a word that the segmenter does not know.
 */
function wordsOf(run: string): string[] {
  if (run.length <= longestWord || !segmenter) return [run];
  const segments = Array.from(segmenter.segment(run), ({ segment }) => segment);
  const words = segments
    .map((segment) => (segment.length > 1 ? ` ${segment} ` : segment))
    .join('')
    .split(' ')
    .filter((word) => word.length > 1);
  return words.length > 0 ? words : [run];
}

/** A Han run's words; how a question is put is none of them. */
function hanWords(run: string): string[] {
  return run.replace(questionWords, ' ').split(' ').filter(Boolean).flatMap(wordsOf);
}

/** Pairs that stand across a border between concepts. */
function adjacentPairs(text: string, concepts: readonly Concept[]): string[] {
  const inside = new Set(concepts.flatMap(({ surface }) => pairsOf(surface)));
  const plain = text.replace(questionWords, (word) => (word.length > 1 ? ' ' : word));
  return runsOf(plain)
    .flatMap((run) => (run.kind === 'han' ? pairsOf(run.text) : []))
    .filter((pair) => !inside.has(pair));
}

function typedConcepts(text: string): Concept[] {
  const concepts: Concept[] = [];
  const phrases = knownPhrases(foldCase(text));
  const rest = text.split('');
  for (const { start, end, text: phrase } of phrases) {
    const kind = /\p{Script=Han}/u.test(phrase) ? 'han' : 'word';
    concepts.push(conceptOf(kind, text.slice(start, end)));
    rest.fill(' ', start, end);
  }
  for (const run of runsOf(rest.join(''))) {
    if (run.kind === 'word') concepts.push(conceptOf('word', run.text));
    else {
      // A lone character between known words says little by itself, but its pairs do.
      const words = hanWords(run.text).filter((word) => word.length > 1 || phrases.length === 0);
      concepts.push(...words.map((word) => conceptOf('han', word)));
    }
  }
  // Question words only are taken literally.
  return concepts.length > 0
    ? concepts
    : runsOf(text).map(({ kind, text: run }) => conceptOf(kind, run));
}

/** A pasted text's words, without its stack frames and the values that differ from run to run. */
function pastedConcepts(text: string): Concept[] {
  const message = text
    .slice(0, pastedLength)
    // A frame may stand anywhere: a one-line field joins the lines of what is pasted into it.
    .replace(/\bat\s+[\w.$/@<>-]+\([^()\n]*\)|at\s+[\w$]+(\.[\w$<>]+)+\([\w. ]+(:\d+)?\)/g, '\n')
    .replace(/\.\.\. \d+ (more|common frames omitted)/g, '\n')
    .replace(saidOfEveryBean, '\n');
  const words = runsOf(message).flatMap(({ kind, text: run }) =>
    kind === 'han' ? hanWords(run) : atomsOf(run),
  );
  // Numbers are values, but for the HTTP codes.
  const telling = words.filter((word) => word.length > 1 && /^(\D|[45]\d\d$)/.test(word));
  return [...new Set(telling)]
    .slice(0, mostPasted)
    .map((word) => conceptOf(runsOf(word)[0].kind, word));
}

const failure =
  /报错|失败|异常|错误|不能|无法|不到|不了|不上|没配|出错|崩溃|[a-z](Exception|Error)\b|\b(failed to|could not|cannot|unable to|already in use)\b/i;

function tellsOfFailure(text: string): boolean {
  const runs = runsOf(text);
  // Four English words are a sentence, and only messages are.
  return failure.test(text) || (runs.length >= 4 && runs.every(({ kind }) => kind === 'word'));
}

/** Whether all words look like names: with a capital, separators, or an at sign. */
function isNames(text: string): boolean {
  return text
    .split(/\s+/)
    .every(
      (word) => /^@?[A-Za-z][\w.:/-]*$/.test(word) && /^@|[A-Z]|[A-Za-z][._:/-][A-Za-z]/.test(word),
    );
}

/**
 * Parses what stands in the search box.
 *
 * @param variants traditional characters the index knows in simplified form
 */
export function parseQuery(text: string, variants: Variants): Query {
  const comparable = foldForms(text.normalize('NFC'), variants).trim();
  const failed = tellsOfFailure(comparable);
  const pasted =
    comparable.length > typedLength || (failed && /[\n\t]|\sat\s[\w.]+\(/.test(comparable));
  const all = pasted ? pastedConcepts(comparable) : typedConcepts(comparable);
  const telling = all.filter(({ surface }) => !subject.test(surface));
  const concepts = telling.length > 0 ? telling : all;
  return {
    concepts,
    adjacent: pasted ? [] : adjacentPairs(comparable, concepts),
    about: failed || pasted ? 'failure' : isNames(comparable) ? 'names' : undefined,
    pasted,
    compact: compact(foldCase(comparable)),
  };
}
