/** Looks for the classes and methods that pages name as their proof in the very jars that the book uses. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { librariesUsed } from '../../src/data/proofs';
import {
  printedSpringBoot,
  type VerifiedSource,
  type VerifiedSources,
} from '../../src/data/verifiedSources';
import { attributeOf, lineOf } from '../../src/lib/markdown';
import type { Page } from '../content/pages';
import type { Problem } from '../content/problem';

/** A `<Proof source="…">` of a page. */
export interface NamedSource {
  /** `artifact class#method`. */
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** The sources that pages name, in order. */
export function namedSources(pages: readonly Pick<Page, 'path' | 'elements'>[]): NamedSource[] {
  return pages.flatMap(({ path, elements }) =>
    elements.flatMap((element) => {
      const name = element.name === 'Proof' ? attributeOf(element, 'source') : undefined;
      return name === undefined ? [] : [{ name, path, line: lineOf(element) }];
    }),
  );
}

/** Whether javap's listing of a class declares a method of that name. */
export function declaresMethod(listing: string, method: string): boolean {
  return new RegExp(`[\\s.]${method}\\(`).test(listing);
}

/** How to look into a jar: its local repository and the tool that lists a class. */
export interface Toolbox {
  /** Folder of the local Maven repository. */
  readonly repository: string;
  /** The JDK's `javap`. */
  readonly javap: string;
}

function verify(name: string, libraries: ReadonlyMap<string, string>, tools: Toolbox): VerifiedSource | string {
  const [, artifact = '', type = '', method = ''] = /^(\S+) ([^\s#]+)#(\w+)$/.exec(name) ?? [];
  const library = [...libraries].find(([coordinates]) => coordinates.endsWith(`:${artifact}`));
  if (!library) return `没有一个示例用到构件 ${artifact}，或者示例还没有证明（npm run examples）`;
  const [coordinates, version] = library;
  const group = coordinates.slice(0, coordinates.indexOf(':'));
  const jar = join(tools.repository, ...group.split('.'), artifact, version, `${artifact}-${version}.jar`);
  if (!existsSync(jar)) return `本地 Maven 仓库里没有 ${artifact} ${version} 的 jar，先运行 npm run examples`;
  const { status, stdout } = spawnSync(tools.javap, ['-private', '-cp', jar, type], { encoding: 'utf8' });
  if (status !== 0) return `${artifact} ${version} 里没有类 ${type}`;
  if (!declaresMethod(stdout, method)) return `${artifact} ${version} 的 ${type} 里没有方法 ${method}`;
  return { group, version };
}

/**
 * Verifies sources.
 *
 * @returns what was found, sorted, and a problem for each that was not
 */
export function verifySources(
  named: readonly NamedSource[],
  root: string,
  tools: Toolbox,
): { verified: VerifiedSources; problems: Problem[] } {
  const libraries = librariesUsed(root);
  const problems: Problem[] = [];
  const found: [string, VerifiedSource][] = [];
  for (const { name, path, line } of [...named].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const result = verify(name, libraries, tools);
    if (typeof result === 'string') problems.push({ path, line, message: `<Proof source="${name}">：${result}` });
    else found.push([name, result]);
  }
  return {
    verified: { springBoot: printedSpringBoot(root), sources: Object.fromEntries(found) },
    problems,
  };
}
