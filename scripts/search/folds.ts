/**
 * Tells how the search does on phrases it does not know: a fifth of every section's questions is left out of
 * the index and asked, five times over, so that each of the thousands of phrases is asked once. Prints
 * figures, judges nothing: `npx tsx scripts/search/folds.ts`, after a build.
 */
import { gunzipSync } from 'node:zlib';
import { buildIndex } from '../../src/search/build/buildIndex';
import type { Page } from '../../src/search/build/extract';
import { SearchEngine } from '../../src/search/core/engine';
import { readBuiltPages } from './builtPages';
import { evaluate, shares, type Case, type Outcome } from './evaluate';

const folds = 5;

/** Neighbouring phrases were often written together: a fold is a stretch, so that it is asked in words of its own. */
function foldOf(position: number, count: number): number {
  return Math.floor((position * folds) / count);
}

/** Pages without the questions of a fold, and those questions. */
function split(pages: readonly Page[], fold: number): { pages: Page[]; cases: Case[] } {
  const cases: Case[] = [];
  const rest = pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) => {
      const all = section.questions ?? [];
      const kept = all.filter((_, position) => foldOf(position, all.length) !== fold);
      const out = all.filter((_, position) => foldOf(position, all.length) === fold);
      cases.push(...out.map((query) => ({ query, answers: [`${page.path}#${section.anchor}`] })));
      return { ...section, questions: kept };
    }),
  }));
  return { pages: rest, cases };
}

async function main(): Promise<void> {
  const pages = await readBuiltPages('build');
  const outcomes: Outcome[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const part = split(pages, fold);
    const files = buildIndex(part.pages);
    const engine = await SearchEngine.open((name) => {
      const file = files.get(name);
      return file ? Promise.resolve(gunzipSync(file)) : Promise.reject(new Error(name));
    });
    outcomes.push(...(await evaluate(part.cases, engine)));
  }
  const { first, found } = shares(outcomes);
  const listed = outcomes.filter(({ rank }) => rank > 0).length / Math.max(1, outcomes.length);
  const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
  console.log(
    `${outcomes.length} 条没有收进索引的问法：第一条 ${percent(first)}，前三条 ${percent(found)}，前十条 ${percent(listed)}`,
  );
}

void main();
