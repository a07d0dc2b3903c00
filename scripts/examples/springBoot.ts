/** The one place where the examples' version of Spring Boot stands, and what newer ones there are. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure';
import { maven } from './maven';
import { repositoryRoot } from './modules';

const versionsPlugin = 'org.codehaus.mojo:versions-maven-plugin:2.18.0';
const element = /(<spring-boot\.version>)([^<]+)(<\/spring-boot\.version>)/;

function readPom(root: string): string {
  return readFileSync(join(root, 'examples/pom.xml'), 'utf8');
}

/** The version that the examples are built with. */
export function springBootVersion(root: string = repositoryRoot): string {
  const version = element.exec(readPom(root))?.[2];
  if (version === undefined) throw new Failure('examples/pom.xml 里没有 <spring-boot.version>');
  return version;
}

/** Builds the examples with another version from now on. */
export function setSpringBootVersion(version: string, root: string = repositoryRoot): void {
  const pom = readPom(root).replace(element, (_, open, __, close) => `${open}${version}${close}`);
  writeFileSync(join(root, 'examples/pom.xml'), pom);
}

/**
 * A version that somebody typed.
 *
 * @param example command that shows how to write it
 * @throws Failure if it is none
 */
export function checkedVersion(typed: string, example: string): string {
  if (/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(typed)) return typed;
  throw new Failure(`版本号 ${typed} 无效，写成 ${example}`);
}

/**
 * Asks Maven for the newest Spring Boot.
 *
 * @param reach `patch`: of the line that the examples use; `minor`: of a later line too, milestones included
 * @returns undefined if the examples use it already
 * @throws Failure with Maven's words if it cannot be asked
 */
export async function newestSpringBoot(reach: 'patch' | 'minor'): Promise<string | undefined> {
  const { code, output } = await maven(
    [
      ...['-B', '-N', '-f', 'examples', `${versionsPlugin}:display-property-updates`],
      ...['-DincludeProperties=spring-boot.version', '-DallowMajorUpdates=false'],
      `-DallowMinorUpdates=${reach === 'minor'}`,
    ],
    repositoryRoot,
  );
  if (code !== 0) throw new Failure(`查询新版本失败：\n${output}`);
  return /\$\{spring-boot\.version\}[ .]*\s(?:\[INFO\]\s+)?\S+ -> (\S+)/.exec(output)?.[1];
}
