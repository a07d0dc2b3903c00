/** `npm run changes`: records the proven claims as readers read them now; what is gone must be told of first. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, refuseArguments, runScript } from '../examples/failure';
import { repositoryRoot } from '../examples/modules';
import { readPages } from './pages';
import { formatProblem } from './problem';

void runScript(async () => {
  refuseArguments('changes');
  // Not before: it reads what authors write, and what is wrong with that is said here.
  const { checkTold, claimsFile, readClaims, recordOf } = await import('./checks/changes');
  const pages = await readPages(repositoryRoot);
  const problems = pages.flatMap((page) => checkTold(page, repositoryRoot));
  if (problems.length > 0) throw new Failure(problems.map(formatProblem).join('\n'));
  const file = join(repositoryRoot, claimsFile);
  const record = recordOf(pages, readClaims(repositoryRoot));
  writeFileSync(`${file}.part`, `${JSON.stringify(record, null, 2)}\n`);
  renameSync(`${file}.part`, file);
  console.log(`${claimsFile}：${pages.length} 页`);
});
