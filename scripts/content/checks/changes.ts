/** Readers are told when something proven turns out otherwise: the list of changes, and the record of proven claims. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Nodes } from 'mdast';
import { changes, problemsOf, type Change } from '../../../src/book/changes';
import { changesFile } from '../../../src/data/paths';
import { readJson } from '../../../src/data/readJson';
import { textOf, walk } from '../../../src/lib/markdown';
import type { Page } from '../pages';
import type { Problem } from '../problem';

/** Where the proven claims stand that readers may have read: `npm run changes` writes it. */
export const claimsFile = 'src/data/claims.json';

/** What was recorded of a page. */
export interface RecordedClaims {
  /** Digests of its proven paragraphs, by spaces. */
  readonly claims: string;
  /** How many changes of the page were told of by then. */
  readonly told: number;
}

/** By page id. */
export type ClaimRecord = Readonly<Record<string, RecordedClaims | undefined>>;

const idOf = ({ path }: Page): string => basename(path, '.mdx');

/** Blocks that are read as one statement. */
const statements = new Set(['paragraph', 'tableRow']);

function isProven(node: Nodes): boolean {
  return [...walk(node)].some((inner) => 'name' in inner && inner.name === 'Proof');
}

/** Digests of the paragraphs of a page that carry a proof. */
export function claimsOf({ tree }: Page): string[] {
  const texts = [...walk(tree)]
    .filter((node) => statements.has(node.type) && isProven(node))
    .map((node) => textOf(node).replace(/\s+/g, ''));
  const digests = texts.map((text) => createHash('sha256').update(text).digest('hex').slice(0, 8));
  return [...new Set(digests)].sort();
}

/** Reads the record; a repository without one has recorded nothing. */
export function readClaims(root: string): ClaimRecord {
  const file = join(root, claimsFile);
  return existsSync(file) ? readJson<ClaimRecord>(file) : {};
}

/** How many changes of a page are told of. */
const toldOf = (list: readonly Change[], id: string): number =>
  list.filter(({ page }) => page === id).length;

/**
 * How many recorded claims of a page are gone without a word about it.
 *
 * @param recorded what was recorded; a page that is new has nothing to tell
 */
export function untold(
  current: readonly string[],
  told: number,
  recorded: RecordedClaims | undefined,
): number {
  if (!recorded || told > recorded.told) return 0;
  const now = new Set(current);
  return recorded.claims.split(' ').filter((claim) => claim !== '' && !now.has(claim)).length;
}

/** A proven claim that is gone has its line in the list of changes. */
export function checkTold(page: Page, root: string): Problem[] {
  const id = idOf(page);
  const gone = untold(claimsOf(page), toldOf(changes, id), readClaims(root)[id]);
  if (gone === 0) return [];
  const message = `有证据的话改了或删了 ${gone} 段：在 ${changesFile} 末尾写一条，告诉读过的人改了什么，再运行 npm run changes`;
  return [{ path: page.path, line: 0, message }];
}

/** The list of changes is well written: days, pages, sections, and a text. */
export function checkChanges(pages: readonly Page[]): Problem[] {
  const anchors = new Map(
    pages.map((page) => [idOf(page), new Set(page.headings.map(({ id }) => id ?? ''))]),
  );
  return problemsOf(changes, (page) => anchors.get(page)).map((message) => ({
    path: changesFile,
    line: 0,
    message,
  }));
}

/** The record as it should be now; a page whose changes are not told of keeps what was recorded. */
export function recordOf(pages: readonly Page[], before: ClaimRecord): ClaimRecord {
  return Object.fromEntries(
    pages.map((page) => {
      const id = idOf(page);
      const [current, told] = [claimsOf(page), toldOf(changes, id)];
      const kept = untold(current, told, before[id]) > 0 ? before[id] : undefined;
      return [id, kept ?? { claims: current.join(' '), told }];
    }),
  );
}
