/** Checks of what the build fills in from tests: an author hears of it in seconds, and not when the build stops. */
import { join } from 'node:path';
import claims from '../../../src/book/entries/claims';
import errorIndex from '../../../src/book/entries/errorIndex';
import practices from '../../../src/book/entries/practices';
import stamp from '../../../src/book/entries/stamp';
import { PageProblems } from '../../../src/lib/pageProblems';
import type { Page } from '../pages';
import type { Problem } from '../problem';

/** The build's own plugins, so that both say the same. */
const plugins = [errorIndex, practices, claims, stamp];

function asProblem(text: string): Problem {
  const [, path = '', line = '0', message = text] = /^(\S+?):(\d+) (.*)$/s.exec(text) ?? [];
  return { path, line: Number(line), message };
}

/** Everything that would stop the build at an entry, a proof or a stamp of this page. */
export function checkProvenEntries({ path, tree }: Page, root: string): Problem[] {
  return plugins.flatMap((plugin) => {
    try {
      // A plugin fills in what it finds; the page is still to be looked at by others.
      plugin({ root })(structuredClone(tree), { path: join(root, path) });
      return [];
    } catch (error) {
      if (!(error instanceof PageProblems)) throw error;
      return error.problems.map(asProblem);
    }
  });
}
