/**
 * Compares the candidates on the built site, on the regression set and on the queries nobody tuned for, in
 * one run:
 *
 *     npm run build && npm i --prefix scripts/search/comparison
 *     npx tsx scripts/search/comparison/compare.ts
 */
import { percentile } from '../../measure/figures';
import { readBuiltPages } from '../builtPages';
import { evaluate, readCases, readUnseen, shares } from '../evaluate';
import * as candidates from './candidates';

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

async function main(): Promise<void> {
  const pages = await readBuiltPages('build');
  const documents = candidates.documentsOf(pages);
  const cases = readCases(process.cwd());
  const unseen = readUnseen(process.cwd());
  const builders: readonly (() => candidates.Candidate | Promise<candidates.Candidate>)[] = [
    () => candidates.own(pages),
    () => candidates.miniSearchPairs(documents),
    () => candidates.miniSearchSegmenter(documents),
    () => candidates.orama(documents),
    () => candidates.flexSearch(documents),
    () => candidates.easyops(documents),
    () => candidates.pagefind(documents),
  ];
  console.log(
    `${pages.length} 页，${documents.length} 个小节，回归集 ${cases.length} 条，没看过的 ${unseen.length} 条\n`,
  );
  console.log(
    '| 方案 | 回归集：第一条 | 前三条 | 没看过：第一条 | 前三条 | 索引 KB | 首个结果前要取 KB | 每次查询 ms（中位 / 95 %） |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
  for (const build of builders) {
    const candidate = await build();
    const times: number[] = [];
    const outcomes = await evaluate(cases, async (query) => {
      const start = performance.now();
      const found = await candidate.search(query);
      times.push(performance.now() - start);
      return found;
    });
    const known = shares(outcomes);
    // In aggregate only: whoever saw which of these fail would tune for them.
    const fresh = shares(await evaluate(unseen, candidate.search));
    const cells = [
      candidate.name,
      percent(known.first),
      percent(known.found),
      percent(fresh.first),
      percent(fresh.found),
      (candidate.bytes / 1024).toFixed(0),
      (candidate.firstBytes / 1024).toFixed(0),
      `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    await candidate.close?.();
  }
}

void main();
