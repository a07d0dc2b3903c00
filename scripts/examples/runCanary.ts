/**
 * `npm run canary -- 4.2.0-M1`: builds the examples on another Spring Boot and says, per module, what breaks.
 * Without a version it takes the newest one of a later line that the Maven repository serves.
 */
import { appendFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { formatCanary, readBuildLog } from './canary';
import { Failure, runScript } from './failure';
import { mavenOutput } from './maven';
import { repositoryRoot } from './modules';

const versionsPlugin = 'org.codehaus.mojo:versions-maven-plugin:2.18.0';

/** The newest Spring Boot, milestones included, or undefined if the examples use it already. */
async function newestSpringBoot(): Promise<string | undefined> {
  const { code, output } = await mavenOutput(
    [
      ...['-B', '-N', '-f', 'examples', `${versionsPlugin}:display-property-updates`],
      ...['-DincludeProperties=spring-boot.version', '-DallowMajorUpdates=false'],
    ],
    repositoryRoot,
  );
  if (code !== 0) throw new Failure(`查询新版本失败：\n${output}`);
  return /\$\{spring-boot\.version\}[ .]*\s(?:\[INFO\]\s+)?\S+ -> (\S+)/.exec(output)?.[1];
}

/** The examples without build results: a copy, so that a stamp is never taken from a canary's reports. */
function copyExamples(): string {
  const copy = join(repositoryRoot, '.tmp', 'canary');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  cpSync(join(repositoryRoot, 'examples'), join(copy, 'examples'), {
    recursive: true,
    filter: (path) => basename(path) !== 'target',
  });
  return copy;
}

void runScript(async () => {
  const version = process.argv[2] ?? (await newestSpringBoot());
  if (version === undefined) {
    console.log('没有比 examples/pom.xml 更新的 Spring Boot');
    return;
  }
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
    throw new Failure(`版本号 ${version} 无效，写成 npm run canary -- 4.2.0-M1`);
  }
  const args = ['-B', '-fae', '-f', 'examples', 'verify', `-Dspring-boot.version=${version}`];
  const { code, output } = await mavenOutput(args, copyExamples(), true);
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
