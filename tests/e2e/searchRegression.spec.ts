import { expect, test } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBuiltIndex } from '../../scripts/search/builtIndex';
import { readBuiltPages } from '../../scripts/search/builtPages';
import {
  describe,
  evaluate,
  foundWithin,
  leastFirst,
  leastFound,
  leastLaterFirst,
  leastLaterFound,
  leastUnseenFirst,
  leastUnseenFound,
  moves,
  readCases,
  readRanks,
  readUnseen,
  readUnseenLater,
  shares,
} from '../../scripts/search/evaluate';
import { readPasted } from '../../scripts/search/pasted';
import { chapters } from '../../src/book/chapters';
import { buildIndex } from '../../src/search/build/buildIndex';
import { indexFolder } from '../../src/search/core/format';

const root = join(__dirname, '../..');

test('the regression set is large enough, and every answer exists', async () => {
  const unseen = [...readUnseen(root), ...readUnseenLater(root)];
  const cases = [...readCases(root), ...unseen];
  expect(unseen.length).toBeGreaterThanOrEqual(120);
  expect(cases.length).toBeGreaterThanOrEqual(120);
  expect(new Set(cases.map(({ query }) => query)).size).toBe(cases.length);
  const engine = await openBuiltIndex(join(root, 'build'));
  const sections = new Set(
    engine.pages.flatMap(({ path, sections: own }) => own.map(({ anchor }) => `${path}#${anchor}`)),
  );
  const written = new Set(engine.pages.map(({ path }) => path));
  const planned = new Set(chapters.map(({ id }) => `chapters/${id}`));
  // A chapter of the book that is not written yet may be an answer already.
  const isMissing = (answer: string): boolean => {
    const [path = ''] = answer.split('#');
    return written.has(path) ? !sections.has(answer) : !planned.has(path);
  };
  const missing = cases.flatMap(({ answers }) => answers.filter(isMissing));
  expect(missing, '回归集里的答案已不在书中，请改成现在的小节').toEqual([]);
  const hopeless = cases.filter(({ answers }) => !answers.some((answer) => sections.has(answer)));
  expect(hopeless, '这些查询还没有任何一节能回答').toEqual([]);
});

test('readers find the answer: 97 % among the first three, 90 % first', async () => {
  const engine = await openBuiltIndex(join(root, 'build'));
  const outcomes = await evaluate(readCases(root), engine);
  const moved = moves(outcomes, readRanks(root));
  const report = [...moved, ...outcomes.filter(({ rank }) => rank !== 1).map(describe)].join('\n');
  if (moved.length > 0) {
    console.log(
      `与记录相比有 ${moved.length} 条移动（npm run search:record 重新记录）：\n${report}`,
    );
  }
  const { first, found } = shares(outcomes);
  expect(found, `前三条的比例\n${report}`).toBeGreaterThanOrEqual(leastFound);
  expect(first, `第一条的比例\n${report}`).toBeGreaterThanOrEqual(leastFirst);
});

for (const { about, read, least } of [
  {
    about: 'chapters 0 to 11 and the appendix',
    read: readUnseen,
    least: { found: leastUnseenFound, first: leastUnseenFirst },
  },
  {
    about: 'chapters 12 to 32',
    read: readUnseenLater,
    least: { found: leastLaterFound, first: leastLaterFirst },
  },
]) {
  test(`queries that nobody tuned for do not get worse: ${about}`, async () => {
    const engine = await openBuiltIndex(join(root, 'build'));
    const outcomes = await evaluate(read(root), engine);
    const { first, found } = shares(outcomes);
    expect(found, '前三条的比例').toBeGreaterThanOrEqual(least.found);
    expect(first, '第一条的比例').toBeGreaterThanOrEqual(least.first);
  });
}

test('every error of the index is found by pasting what its test recorded', async () => {
  const engine = await openBuiltIndex(join(root, 'build'));
  const pasted = readPasted(root);
  expect(pasted.length, 'entries of the error index').toBeGreaterThanOrEqual(360);
  const outcomes = await evaluate(pasted, engine);
  const lost = outcomes.filter(({ rank }) => rank === 0 || rank > foundWithin);
  expect(lost.map(describe), '贴进来的原文在前三条里找不到它的条目').toEqual([]);
});

test('the published index is what its pages give, byte by byte', async () => {
  const folder = join(root, 'build', indexFolder);
  const files = buildIndex(await readBuiltPages(join(root, 'build')));
  expect(readdirSync(folder).sort()).toEqual([...files.keys()].sort());
  for (const [name, bytes] of files) {
    expect(readFileSync(join(folder, name)).equals(bytes), name).toBe(true);
  }
});
