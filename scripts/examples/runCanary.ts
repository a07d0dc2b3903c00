/**
 * `npm run canary -- 4.2.0-M1`: builds the examples on another Spring Boot and says, per module, what breaks.
 * Without a version it takes the newest one of a later line that the Maven repository serves.
 */
import { appendFileSync, cpSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readBuildLog } from './buildLog';
import { formatCanary } from './canary';
import { Failure, runScript } from './failure';
import { maven } from './maven';
import { repositoryRoot } from './modules';
import { checkedVersion, newestSpringBoot } from './springBoot';

/** The examples, and the images they compare with, without build results: a proof is never taken from a canary. */
function copyExamples(): string {
  const copy = join(repositoryRoot, '.tmp', 'canary');
  rmSync(copy, { recursive: true, force: true });
  for (const folder of ['examples', 'static/img']) {
    cpSync(join(repositoryRoot, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => basename(path) !== 'target',
    });
  }
  return copy;
}

void runScript(async () => {
  const [named, ...more] = process.argv.slice(2);
  if (more.length > 0) {
    throw new Failure(`金丝雀构建全部模块，只能写一个版本，请去掉 ${more.join(' ')}`);
  }
  const typed = named ?? (await newestSpringBoot('minor'));
  if (typed === undefined) {
    console.log('没有比 examples/pom.xml 更新的 Spring Boot');
    return;
  }
  const version = checkedVersion(typed, 'npm run canary -- 4.2.0-M1');
  const args = ['-B', '-fae', '-f', 'examples', 'verify', `-Dspring-boot.version=${version}`];
  const { code, output } = await maven(args, copyExamples(), true);
  const results = readBuildLog(output);
  if (results.length === 0) {
    throw new Failure(`在 Spring Boot ${version} 上连一个模块也没能开始构建，Maven 的输出见上`);
  }
  const table = formatCanary(version, results);
  console.log(`\n${table}`);
  const summaryFile = process.env.GITHUB_STEP_SUMMARY;
  if (summaryFile) appendFileSync(summaryFile, `${table}\n`);
  if (code !== 0) throw new Failure(`\n有模块在 Spring Boot ${version} 上通不过，见上表`);
});
