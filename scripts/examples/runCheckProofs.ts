/** `npm run check:proofs`: whether what stands there is what was proven; needs no Maven and no JDK. */
import { checkNamedTests } from '../content/checks/proofs';
import { readPages } from '../content/pages';
import { formatProblem } from '../content/problem';
import { Failure, refuseArguments, runScript } from './failure';
import { repositoryRoot } from './modules';
import { checkProofs } from './proofs';

void runScript(async () => {
  refuseArguments('check:proofs');
  const pages = await readPages(repositoryRoot);
  const problems = [
    ...checkProofs(),
    ...pages.flatMap((page) => checkNamedTests(page, repositoryRoot)).map(formatProblem),
  ];
  if (problems.length > 0) throw new Failure(problems.join('\n'));
  console.log('每个模块的证明都有效，页面写的测试都运行过');
});
