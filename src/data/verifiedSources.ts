/** Classes and methods of libraries that pages name as their proof: for the build, scripts and tests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Versions } from '.';
import { sourcesFile, versionsFile } from './paths';
import { readJson } from './readJson';

/** Where a class of a library was found. */
export interface VerifiedSource {
  /** The artifact's group. */
  readonly group: string;
  readonly version: string;
}

/** Content of `sources.json`. */
export interface VerifiedSources {
  /** Version of Spring Boot whose libraries were looked into. */
  readonly springBoot: string;
  /** By `artifact class#method`. */
  readonly sources: Readonly<Record<string, VerifiedSource>>;
}

/** The classes and methods that `npm run sources` found; none if it never ran. */
export function verifiedSources(root: string): VerifiedSources {
  const path = join(root, sourcesFile);
  return existsSync(path) ? readJson(path) : { springBoot: '', sources: {} };
}

/** Version of Spring Boot that the pages print. */
export function printedSpringBoot(root: string): string {
  return readJson<Versions>(join(root, versionsFile)).tokens['spring-boot'] ?? '';
}
