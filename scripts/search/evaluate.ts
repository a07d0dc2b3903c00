/** Measures the search against queries with known answers. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchEngine } from '../../src/search/core/engine';

/** A reader's query and the sections that answer it. */
export interface Case {
  readonly query: string;
  /** `path#anchor` of every section that answers it; the anchor is empty for a page's beginning. */
  readonly answers: readonly string[];
}

/** How a search did on one case. */
export interface Outcome extends Case {
  /** Place of the first answer among the results, from 1; 0 when it is not among them. */
  readonly rank: number;
  /** What stood first instead. */
  readonly first: string | undefined;
}

/** Results that count as found. */
export const foundWithin = 3;

/** Shares of the cases that must be found, and be first; they are never lowered. */
export const leastFound = 0.97;
export const leastFirst = 0.9;

/**
 * The same for the queries that nobody may tune for: neither rankings nor readers' questions are written with
 * them in view, so they tell how a query does that nobody thought of. Raised when the search gets better.
 */
export const leastUnseenFound = 0.95;
export const leastUnseenFirst = 0.875;

/** The same for chapters 12 to 32, whose words are less common and whose queries came later. */
export const leastLaterFound = 0.9;
export const leastLaterFirst = 0.75;

/** Rank of every query when the ranks were last recorded. */
export type Ranks = Partial<Record<string, number>>;

function readSet(root: string, name: string): readonly Case[] {
  const file = join(root, 'tests/search', name);
  if (!existsSync(file)) throw new Error(`没有找到查询集 ${file}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Case[];
}

/** Reads the regression set. */
export function readCases(root: string): readonly Case[] {
  return readSet(root, 'regression.json');
}

/** Reads the queries that nobody may tune for: chapters 0 to 11 and the appendix. */
export function readUnseen(root: string): readonly Case[] {
  return readSet(root, 'unseen.json');
}

/** Reads those for chapters 12 to 32. */
export function readUnseenLater(root: string): readonly Case[] {
  return readSet(root, 'unseenLater.json');
}

function ranksFile(root: string): string {
  return join(root, 'tests/search/ranks.json');
}

/** Reads the recorded ranks. */
export function readRanks(root: string): Ranks {
  return JSON.parse(readFileSync(ranksFile(root), 'utf8')) as Ranks;
}

/** Records the ranks that later runs are compared with. */
export function writeRanks(root: string, outcomes: readonly Outcome[]): void {
  const ranks = Object.fromEntries(outcomes.map(({ query, rank }) => [query, rank]));
  writeFileSync(ranksFile(root), `${JSON.stringify(ranks, null, 2)}\n`);
}

/** One line for every case whose rank is not the recorded one. */
export function moves(outcomes: readonly Outcome[], recorded: Ranks): readonly string[] {
  return outcomes
    .filter(({ query, rank }) => (recorded[query] ?? rank) !== rank)
    .map((outcome) => `从第 ${recorded[outcome.query]} 移到${describe(outcome)}`);
}

/** Runs all cases in turn. */
export async function evaluate(
  cases: readonly Case[],
  engine: SearchEngine,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const one of cases) {
    const { found } = await engine.search(one.query, 10);
    const results = found.map(({ page, section }) => `${page.path}#${section.anchor}`);
    const rank = results.findIndex((result) => one.answers.includes(result)) + 1;
    outcomes.push({ ...one, rank, first: results[0] });
  }
  return outcomes;
}

/** Shares of the cases whose answer is first, and among the first three. */
export function shares(outcomes: readonly Outcome[]): { first: number; found: number } {
  const count = (accepts: (rank: number) => boolean): number =>
    outcomes.filter(({ rank }) => accepts(rank)).length / Math.max(1, outcomes.length);
  return {
    first: count((rank) => rank === 1),
    found: count((rank) => rank > 0 && rank <= foundWithin),
  };
}

/** One line for a case that did not come first. */
export function describe({ query, answers, rank, first }: Outcome): string {
  const shown = query.replace(/\s+/g, ' ').slice(0, 60);
  return `${rank === 0 ? '没有' : `第 ${rank}`}  ${shown}  应为 ${answers.join(' 或 ')}，第一条是 ${first ?? '（无）'}`;
}
