/** Where data stands, relative to the repository's root (build time only). */

/** Versions that the examples' build resolved. */
export const versionsFile = 'src/data/versions.json';

/** Classes and methods of libraries that pages name as their proof, found in the jars that the book uses. */
export const sourcesFile = 'src/data/sources.json';

/** What changed in the book, as authors write it down. */
export const changesFile = 'src/data/changes.json';

/** What each module's last complete test run proved, one file per module. */
export const proofsFolder = 'src/data/proofs';

/** The proof of one module of the examples. */
export function proofFile(module: string): string {
  return `${proofsFolder}/${module}.json`;
}
