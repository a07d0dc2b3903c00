/** `npm run sources`: verifies the classes and methods that pages name, and keeps the list for the build. */
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { sourcesFile } from '../../src/data/paths';
import { readPages } from '../content/pages';
import { formatProblem } from '../content/problem';
import { Failure, refuseArguments, runScript } from './failure';
import { findJdk } from './jdk';
import { repositoryRoot } from './modules';
import { namedSources, verifySources } from './sources';

void runScript(async () => {
  refuseArguments('sources');
  const named = namedSources(await readPages(repositoryRoot));
  const { verified, problems } = verifySources(named, repositoryRoot, {
    repository: join(homedir(), '.m2/repository'),
    javap: join(findJdk().home, 'bin/javap'),
  });
  if (problems.length > 0) throw new Failure(problems.map(formatProblem).join('\n'));
  writeFileSync(join(repositoryRoot, sourcesFile), `${JSON.stringify(verified, null, 2)}\n`);
  console.log(`核对了 ${Object.keys(verified.sources).length} 处源码，写进 ${sourcesFile}`);
});
