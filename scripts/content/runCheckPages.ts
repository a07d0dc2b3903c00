/** `npm run check:pages [-- page …]`: every finding of the page checks, one line each, without a build. */
import { Failure, runScript } from '../examples/failure';
import { repositoryRoot } from '../examples/modules';
import { formatProblem } from './problem';

void runScript(async () => {
  // Not before: it reads data that authors write, and what is wrong with them is said here.
  const { findPageProblems, pagesNamed } = await import('./checkPages');
  const typed = process.argv.slice(2);
  if (typed.some((name) => name.startsWith('-'))) {
    throw new Failure('写成 npm run check:pages -- [页面 …]');
  }
  const problems = await findPageProblems(repositoryRoot, pagesNamed(typed, repositoryRoot));
  for (const problem of problems) console.log(formatProblem(problem));
  if (problems.length > 0) process.exitCode = 1;
});
