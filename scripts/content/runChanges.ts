/** `npm run changes`: records the proven claims as readers read them now; what is gone must be told of first. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, runScript } from '../examples/failure';
import { repositoryRoot } from '../examples/modules';
import { checkTold, claimsFile, readClaims, recordOf } from './checks/changes';
import { pagePaths, parsePage } from './pages';
import { formatProblem } from './problem';

void runScript(async () => {
  const pages = await Promise.all(
    pagePaths(repositoryRoot).map((path) =>
      parsePage(path, readFileSync(join(repositoryRoot, path), 'utf8')),
    ),
  );
  const problems = pages.flatMap((page) => checkTold(page, repositoryRoot));
  if (problems.length > 0) throw new Failure(problems.map(formatProblem).join('\n'));
  const file = join(repositoryRoot, claimsFile);
  const record = recordOf(pages, readClaims(repositoryRoot));
  writeFileSync(`${file}.part`, `${JSON.stringify(record, null, 2)}\n`);
  renameSync(`${file}.part`, file);
  console.log(`${claimsFile}：${pages.length} 页`);
});
