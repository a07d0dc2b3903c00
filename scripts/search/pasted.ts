/** What a reader pastes into the search: the very words that the tests recorded for the error index. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './evaluate';

/** The page whose third-level headings quote recorded errors. */
const indexPage = 'appendix/faq';

/** The longest paste (characters): as much of a message as the heading's ellipses may leave out. */
const longest = 600;

/** The stretch of the text from the heading's first words to its last ones, or nothing when it quotes another. */
function quoted(heading: string, text: string): string | undefined {
  const parts = heading.split('…').map((part) => part.trim());
  let from = 0;
  const starts = parts.map((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at;
  });
  return starts.includes(-1) ? undefined : text.slice(starts[0], from).slice(0, longest);
}

/**
 * Every entry of the error index as a query: the words its test recorded, with the names and numbers that the
 * entry's heading leaves out.
 *
 * @param root the repository's root
 * @throws Error naming an entry that quotes none of the recordings it prints
 */
export function readPasted(root: string): readonly Case[] {
  const [, ...entries] = readFileSync(join(root, `${indexPage}.mdx`), 'utf8').split(/^### /m);
  return entries.map((entry) => {
    const [, written = '', anchor = ''] = /^(.*) \{#([\w-]+)\}$/m.exec(entry) ?? [];
    const heading = written.replace(/\\(?=[^\w\s])/g, '');
    const query = [...entry.matchAll(/ file=(\S+)/g)]
      .map(([, file = '']) => readFileSync(join(root, 'examples', file), 'utf8'))
      .map((text) => quoted(heading, text.replace(/\s+/g, ' ')))
      .find((text) => text !== undefined);
    if (query === undefined) throw new Error(`条目 #${anchor} 的标题不在它引用的录制里`);
    return { query, answers: [`${indexPage}#${anchor}`] };
  });
}
