/** `npm run check:pages [-- [--edition 2] page …]`: every finding of the page checks, one line each, without a build. */
import { parseArgs } from 'node:util';
import { Failure, runScript } from '../examples/failure';
import { repositoryRoot } from '../examples/modules';
import { formatProblem } from './problem';

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { edition: { type: 'string' } } });
  } catch {
    throw new Failure('写成 npm run check:pages -- [--edition 2] [页面 …]');
  }
}

void runScript(async () => {
  // Not before: it reads data that authors write, and what is wrong with them is said here.
  const { findPageProblems, pagesNamed } = await import('./checkPages');
  const { values, positionals } = readArguments();
  const { edition } = values;
  if (edition !== undefined && edition !== '2') throw new Failure('--edition 后面只能写 2');
  const only = pagesNamed(positionals, repositoryRoot);
  const problems = await findPageProblems(repositoryRoot, only, edition === '2');
  for (const problem of problems) console.log(formatProblem(problem));
  if (problems.length > 0) process.exitCode = 1;
});
