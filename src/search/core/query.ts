/** Understands what a reader typed or pasted: concepts, their other names, and whether it is an error message. */
import { foldCase, foldScript, foldWidth, type Variants } from './fold';
import { synonyms } from './synonyms';
import { camelPartsOf, pairsOf, runsOf, wordTermsOf, type Run } from './tokenize';

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
  /** How much it tells beside other concepts: that something fails tells less than what. */
  readonly weight: number;
}

/** What readers say of anything that does not work. */
const complaints =
  /^(失效|不生效|没生效|没有生效|无效|不起作用|没起作用|不管用|没反应|没效果|报错|失败|异常|错误|问题|解决|原因|exception|error)$/;
const complaintWeight = 0.5;

/** What every page is about. */
const subject = /^spring ?boot$/;
const subjectWeight = 0.3;

function weightOf(surface: string): number {
  if (subject.test(surface)) return subjectWeight;
  return complaints.test(surface) ? complaintWeight : 1;
}

/** A query, understood. */
export interface Query {
  readonly concepts: readonly Concept[];
  /** Pairs across concepts: they tell that two words stand together. */
  readonly adjacent: readonly string[];
  /** Whether it reads like an error message. */
  readonly error: boolean;
  /** Whether it tells of a failure in Chinese. */
  readonly trouble: boolean;
  /** Whether it asks which of several to take. */
  readonly comparison: boolean;
  /** Whether it is made of names of the code only, such as a class, a property or a file. */
  readonly names: boolean;
  /** Whether it was pasted: long, with values that differ from run to run. */
  readonly pasted: boolean;
  /** The query folded, without spaces and punctuation, to compare with headings. */
  readonly compact: string;
}

/** Weight of synonyms of a word that is part of a longer run, as 重复 is of 可重复读. */
const gluedCertainty = 0.8;

/** Longest query that is taken literally, in characters. */
const typedLength = 90;

/** Most terms taken from a pasted text. */
const pastedConcepts = 40;

/** Longest pasted text that is read, in characters; a trace's first messages stand well before. */
const pastedLength = 20_000;

const questionWords =
  /怎么办|怎么写|怎么用|怎么样|怎么|怎样|如何|为什么|为何|什么是|是什么|什么|哪些|哪个|请问|区别|有何不同|能不能|有没有|是不是|一下|还是|[的了吗呢吧啊和与]/g;

const englishFillers = new Set(
  'a an and are as at be by can do does for from has have how i in is it my not of on or that the this to was what when why will with you'.split(
    ' ',
  ),
);

/** Removes everything but letters, digits and Han characters. */
export function compact(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]/gu, '');
}

function hanTerms(text: string): Term[] {
  if (text.length === 1) return [{ text, prefix: true, weight: 1 }];
  return pairsOf(text).map((pair) => ({ text: pair, prefix: false, weight: 1 }));
}

function atomVariants(atom: string, weight: number): Variant[] {
  const whole = foldCase(atom);
  const filler = englishFillers.has(whole) ? 0.2 : 1;
  const variants: Variant[] = [
    {
      terms: [{ text: whole, prefix: whole.length > 2 && !/^\d+$/.test(whole), weight: filler }],
      weight,
      marks: filler < 1 ? [] : [whole],
    },
  ];
  const parts = camelPartsOf(atom);
  if (parts.length > 0) {
    const terms = parts.map((text) => ({ text, prefix: false, weight: 1 }));
    variants.push({ terms, weight: weight * 0.8, marks: parts, parts: true });
  }
  // A plural finds the singular; the prefix search covers the way back.
  const singular = /^[a-z]{3,}[^su]s$/.test(whole) ? whole.slice(0, -1) : undefined;
  if (singular) {
    variants.push({
      terms: [{ text: singular, prefix: false, weight: 1 }],
      weight: weight * 0.9,
      marks: [singular],
    });
  }
  return variants;
}

/** A compound: what stands together in it counts, its atoms alone hardly. */
export function wordVariant(atoms: readonly string[]): Variant {
  const last = atoms.length - 1;
  const neighbours = atoms.slice(1).map((atom, i) => `${atoms[i] ?? ''}.${atom}`);
  return {
    terms: [
      ...atoms.map((text, i) => ({ text, prefix: i === last && text.length > 2, weight: 0.3 })),
      ...neighbours.map((text, i) => ({ text, prefix: i === last - 1, weight: 1.2 })),
    ],
    weight: 1,
    marks: [...atoms],
  };
}

function wordVariants(text: string, weight: number): Variant[] {
  const { atoms } = wordTermsOf(text);
  if (atoms.length === 1) return atomVariants(text, weight);
  const variant = wordVariant(atoms.map(({ whole }) => whole));
  return [{ ...variant, weight, marks: [foldCase(text), ...variant.marks] }];
}

/** Terms of a phrase that is all said at once, such as a synonym of several words. */
function phraseVariant(text: string, weight: number): Variant {
  const variants = runsOf(text, new Map()).map((run) =>
    run.kind === 'han'
      ? { terms: hanTerms(run.text), marks: [run.text] }
      : (wordVariants(run.text, 1)[0] ?? { terms: [], marks: [] }),
  );
  return {
    terms: variants.flatMap(({ terms }) => terms),
    marks: variants.flatMap(({ marks }) => marks),
    weight,
  };
}

/**
 * A concept with its synonyms.
 *
 * @param certainty 1 for a word that stands alone, less for one cut from a longer run, which may be no word
 */
export function conceptOf(kind: Run['kind'], text: string, certainty = 1): Concept {
  const surface = foldCase(text);
  const own =
    kind === 'han' ? [{ terms: hanTerms(text), weight: 1, marks: [text] }] : wordVariants(text, 1);
  const others = (synonyms.get(surface) ?? []).map((other) =>
    phraseVariant(other.text, other.weight < 1 ? other.weight * certainty : other.weight),
  );
  return { surface, kind, variants: [...own, ...others], weight: weightOf(surface) };
}

const longestFirst = [...synonyms.keys()].sort((a, b) => b.length - a.length);

/** Synonyms of several words, or of words and Han characters, that stand in the text. */
function knownPhrases(folded: string): { start: number; end: number; text: string }[] {
  const found: { start: number; end: number; text: string }[] = [];
  for (const text of longestFirst) {
    for (let start = folded.indexOf(text); start >= 0; start = folded.indexOf(text, start + 1)) {
      const end = start + text.length;
      const outer = (folded[start - 1] ?? ' ') + (folded[end] ?? ' ');
      const inner = (text[0] ?? '') + (text.at(-1) ?? '');
      const cutsWord = [0, 1].some((i) =>
        [outer[i], inner[i]].every((character) => /[a-z0-9._-]/.test(character ?? '')),
      );
      const overlaps = found.some((other) => start < other.end && other.start < end);
      if (!cutsWord && !overlaps) found.push({ start, end, text });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Longest run taken as one word, in characters; a longer one is a sentence. */
const longestWord = 4;

/** A browser may lack the segmenter; then a sentence stays one long word. */
const segmenter =
  'Segmenter' in Intl ? new Intl.Segmenter('zh-Hans', { granularity: 'word' }) : undefined;

/** What a question is put with; none of it tells what it is about. */
const fillers = new Set(
  '知道 到底 多个 好几个 好多 很多 麻烦 只想 有点 根本 其实 是否 就行 某个 明明 已经 时候 之后 以后 之前 应该 需要 可以 想要 不想 我们 你们 他们 这个 那个 这些 那些 这里 那里 这样 那样 自己 东西 里面 上面 下面 一个 一句 一点 一些 一样 一堆 几个 多少 突然 居然 竟然 总是 老是 一直 只是 只有 但是 可是 而且 而是 如果 因为 所以 然后 结果 就是 也是 都是 还有 或者 以及 能够 必须 一定 真的 出来 起来 进去 下来 过来 回来 看到 看见 觉得 发现 打算 希望 想知道 有人 大家 别人 问下 今天 昨天 刚刚 刚才 现在 同样 另外 另一个 什么样 时'.split(
    ' ',
  ),
);

/**
 * The words of a sentence without spaces. A lone character between words tells little; several in a row
 * are a word that the segmenter does not know.
 */
function wordsOf(run: string): string[] {
  if (run.length <= longestWord || !segmenter) return [run];
  const words: string[] = [];
  let lone = '';
  for (const { segment } of segmenter.segment(run)) {
    if (segment.length === 1) {
      lone += segment;
      continue;
    }
    words.push(lone, segment);
    lone = '';
  }
  words.push(lone);
  const telling = words.filter((word) => word.length > 1 && !fillers.has(word));
  return telling.length > 0 ? telling : [run];
}

function hanPieces(text: string): Concept[] {
  return text
    .split(' ')
    .filter((piece) => piece.length > 0)
    .flatMap(wordsOf)
    .map((piece) => conceptOf('han', piece));
}

/** Pairs that stand across a border between concepts; how a question is put tells nothing. */
function adjacentPairs(run: string, pieces: readonly Concept[]): string[] {
  const inside = new Set(pieces.flatMap(({ surface }) => pairsOf(surface)));
  const plain = run.replace(questionWords, (word) => (word.length > 1 ? ' ' : word));
  return plain
    .split(' ')
    .flatMap(pairsOf)
    .filter((pair) => !inside.has(pair));
}

/** Whether a Han word continues on either side; a question word or a particle ends it. */
function isGlued(text: string, start: number, end: number): boolean {
  const plain = text.replace(questionWords, (word) => ' '.repeat(word.length));
  const continues = (at: number): boolean => /\p{Script=Han}/u.test(plain[at] ?? '');
  const beginsHan = /\p{Script=Han}/u.test(text[start] ?? '');
  const endsHan = /\p{Script=Han}/u.test(text[end - 1] ?? '');
  return (beginsHan && continues(start - 1)) || (endsHan && continues(end));
}

function typedConcepts(text: string): Pick<Query, 'concepts' | 'adjacent'> {
  const concepts: Concept[] = [];
  const adjacent: string[] = [];
  const folded = foldCase(text);
  const phrases = knownPhrases(folded);
  const rest = [...text];
  for (const { start, end, text: phrase } of phrases) {
    const kind = /^[^\p{Script=Han}]+$/u.test(phrase) ? 'word' : 'han';
    const single = runsOf(phrase, new Map()).length === 1;
    concepts.push(
      single
        ? conceptOf(kind, text.slice(start, end), isGlued(text, start, end) ? gluedCertainty : 1)
        : {
            surface: phrase,
            kind,
            variants: [
              phraseVariant(phrase, 1),
              ...(synonyms.get(phrase) ?? []).map((other) =>
                phraseVariant(other.text, other.weight),
              ),
            ],
            weight: weightOf(phrase),
          },
    );
    rest.fill(' ', start, end);
  }
  const remaining = rest.join('');
  for (const run of runsOf(remaining, new Map())) {
    if (run.kind === 'word') concepts.push(conceptOf('word', run.text));
    else {
      const pieces = hanPieces(run.text.replace(questionWords, (word) => ' '.repeat(word.length)));
      // A lone character between known words says little by itself, but its pairs do.
      concepts.push(...pieces.filter(({ surface }) => surface.length > 1));
      if (pieces.length === 0 || phrases.length > 0) continue;
      if (pieces.every(({ surface }) => surface.length === 1)) concepts.push(...pieces);
    }
  }
  for (const run of runsOf(text, new Map())) {
    if (run.kind === 'han') adjacent.push(...adjacentPairs(run.text, concepts));
  }
  if (concepts.length === 0) {
    const literal = runsOf(text, new Map()).filter(({ kind }) => kind === 'han');
    concepts.push(...literal.map((run) => conceptOf('han', run.text)));
  }
  return { concepts, adjacent };
}

/** The lines of a pasted text that carry the message, without what differs from run to run. */
function messageOf(text: string): string {
  // A frame may stand anywhere: a one-line field joins the lines of what is pasted into it.
  const kept = text
    .slice(0, pastedLength)
    .replace(/\bat\s+[\w.$/@<>-]+\([^()\n]*\)|at\s+[\w$]+(\.[\w$<>]+)+\([\w. ]+(:\d+)?\)/g, '\n')
    .replace(/\.\.\. \d+ (more|common frames omitted)/g, '\n')
    .replace(/(?=Caused by:)/g, '\n')
    .split(/[\r\n↵]+/);
  const causes = kept.filter((line) => /^\s*Caused by:/.test(line));
  return [...causes.reverse(), ...kept]
    .join('\n')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.,]+(Z|[+-]\d\d:?\d\d)?/g, ' ')
    .replace(/\b0x[0-9a-f]+\b|@[0-9a-f]{5,}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, ' ')
    .replace(/---\s*\[[^\]]*\]/g, ' ')
    .replace(/\[line:? ?\d+[^\]]*\]|:\d+(:\d+)?\b/g, ' ');
}

function pastedConceptsOf(text: string): Concept[] {
  const concepts = new Map<string, Concept>();
  for (const run of runsOf(messageOf(text), new Map())) {
    if (concepts.size >= pastedConcepts) break;
    if (run.kind === 'han') {
      for (const piece of hanPieces(run.text)) concepts.set(piece.surface, piece);
      continue;
    }
    const atoms = run.text.split(/[._\-/:$]/);
    for (const [i, atom] of atoms.entries()) {
      const key = foldCase(atom);
      // Values: numbers other than HTTP codes, and ids made of digits and letters.
      if (/^\d+$/.test(atom) ? !/^[45]\d\d$/.test(atom) : /\d.*\d.*\d/.test(atom)) continue;
      if (key.length < 2 || concepts.has(key)) continue;
      const isPackage = i < atoms.length - 1 && /^[a-z]+$/.test(atom);
      const variants = atomVariants(atom, isPackage ? 0.3 : 1).map((variant) => ({
        ...variant,
        terms: variant.terms.map((term) => ({
          ...term,
          prefix: false,
          weight: isPackage ? term.weight * 0.2 : term.weight,
        })),
      }));
      concepts.set(key, { surface: key, kind: 'word', variants, weight: 1 });
    }
  }
  return [...concepts.values()];
}

/** “It starts without an error” tells of no error. */
const noFailure = /[不没无](有)?(任何)?(报错|异常|错误)/g;
const failure = /报错|失败|异常|错误|不能|无法|不到|不了|不上|没配|出错|崩溃/;
const comparison = /还是|区别|对比|怎么选|选哪个|哪个好|\bvs\b/i;

/** Whether all words look like names: with a capital, separators, or an at sign. */
function isNames(text: string): boolean {
  const words = text.split(/\s+/).filter(Boolean);
  const isName = (word: string): boolean =>
    /^@?[A-Za-z][\w.:/-]*$/.test(word) && /^@|[A-Z]|[A-Za-z][._:/-][A-Za-z]/.test(word);
  return words.length > 0 && words.every(isName);
}

function readsLikeError(text: string): boolean {
  if (
    /[a-z](Exception|Error)\b|\b(failed to|could not|cannot|unable to|already in use)\b/i.test(text)
  )
    return true;
  const words = runsOf(text, new Map());
  return words.length >= 4 && words.every(({ kind }) => kind === 'word');
}

/**
 * Parses what stands in the search box.
 *
 * @param variants traditional characters the index knows in simplified form
 */
export function parseQuery(text: string, variants: Variants): Query {
  const comparable = foldScript(foldWidth(text.normalize('NFC')), variants).trim();
  const error = readsLikeError(comparable);
  const pasted =
    comparable.length > typedLength || (error && /[\n\t]|\sat\s[\w.]+\(/.test(comparable));
  const shape = {
    error: error || pasted,
    trouble: failure.test(comparable.replace(noFailure, '')),
    comparison: comparison.test(comparable),
    names: !error && isNames(comparable),
    pasted,
    compact: compact(foldCase(comparable)),
  };
  if (pasted) {
    return { ...shape, concepts: pastedConceptsOf(comparable), adjacent: [] };
  }
  return { ...shape, ...typedConcepts(comparable) };
}
