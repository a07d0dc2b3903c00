/**
 * Code as HTML, for the build: Prism's tokens by colour instead of by name. Neighbours of one colour share an
 * element and plain text has none, so a listing needs a fifth of the elements that one per token takes.
 */
import { Prism } from 'prism-react-renderer';
import { escapeHtml } from '../lib/html';

type Token = string | Prism.Token;

/** Class of `src/styles/code.css` for each colour, and the names Prism gives what wears it; the last match wins. */
const colours: readonly (readonly [className: string, types: string])[] = [
  ['c', 'comment prolog doctype cdata shebang file-descriptor'],
  ['k', 'keyword atrule important header-name'],
  ['s', 'string char attr-value inserted regex triple-quoted-string reason-phrase url'],
  ['n', 'number boolean constant symbol status-code'],
  ['a', 'annotation variable environment assign-left parameter entity'],
  ['f', 'function builtin tag selector'],
  ['t', 'class-name namespace generics import'],
  ['p', 'property attr-name key method http-version'],
];
const rank = new Map(
  colours.flatMap(([, types], index) => types.split(' ').map((type) => [type, index] as const)),
);

/** A stretch of text within one line. */
interface Stretch {
  readonly text: string;
  /** Class of its colour; empty for plain text. */
  readonly colour: string;
}

/** Cuts tokens into stretches; what has no colour of its own takes its parent's. */
function* stretches(tokens: readonly Token[], parent: number): Generator<Stretch> {
  for (const token of tokens) {
    if (typeof token === 'string') {
      yield { text: token, colour: colours[parent]?.[0] ?? '' };
      continue;
    }
    const types = [token.type, ...(token.alias ? [token.alias].flat() : [])];
    const own = Math.max(parent, ...types.map((type) => rank.get(type) ?? -1));
    yield* stretches([token.content].flat() as Token[], own);
  }
}

function element(text: string, className: string): string {
  const escaped = escapeHtml(text);
  return className ? `<span class="${className}">${escaped}</span>` : escaped;
}

/** The stretches of each line, neighbours of one colour joined; white space takes what stands before it. */
function linesOf(tokens: readonly Token[]): Stretch[][] {
  let line: Stretch[] = [];
  const lines = [line];
  for (const { text, colour } of stretches(tokens, -1)) {
    text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push((line = []));
      const last = line.at(-1);
      if (last && (last.colour === colour || part.trim() === '')) {
        line[line.length - 1] = { ...last, text: last.text + part };
      } else if (part) {
        line.push({ text: part, colour: part.trim() ? colour : '' });
      }
    });
  }
  return lines;
}

/**
 * HTML of a listing, one line of it per line of code.
 *
 * @param language as the fence names it; one that Prism does not know gives plain text
 * @param marks class names of marked lines by the line's index
 */
export function highlight(
  code: string,
  language: string,
  marks: Readonly<Record<number, readonly string[]>>,
): string {
  const grammar = Prism.languages[language];
  const lines = linesOf(grammar ? Prism.tokenize(code, grammar) : [code]);
  return lines
    .map((line, index) => {
      const html = line.map(({ text, colour }) => element(text, colour)).join('');
      const end = index < lines.length - 1 ? '\n' : '';
      const classes = marks[index];
      return classes ? `<span class="${classes.join(' ')}">${html}${end}</span>` : html + end;
    })
    .join('');
}
