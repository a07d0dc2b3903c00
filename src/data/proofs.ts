/** Proofs of the examples' modules, read from disk: for the build, scripts and tests, not for browsers. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { proofFile, proofsFolder } from './paths';
import { readJson } from './readJson';

/** What the last complete test run of a module proved: every test passed, none was skipped. */
export interface Proof {
  /** Day of the run, ISO 8601, UTC. */
  readonly date: string;
  /** Full version of the JDK that ran the tests, e.g. `25.0.3`. */
  readonly java: string;
  /** How often each test ran (parameterized ones more than once), by class (`a.b.Outer$Inner`) and method. */
  readonly tests: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Version of each library on the tests' class path, by Maven coordinates. */
  readonly classPath: Readonly<Record<string, string>>;
  /** Digest of each file that the run depended on, by path from the repository's root. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a proof says to readers. */
export interface ProofSummary {
  readonly springBoot: string;
  /** Feature version of the JDK, e.g. `25`. */
  readonly jdk: string;
  readonly date: string;
  /** Tests run. */
  readonly tests: number;
  /** Exercises graded by tests. */
  readonly exercises: number;
}

/** Maven coordinates of the library whose version is the version of Spring Boot. */
export const springBootArtifact = 'org.springframework.boot:spring-boot';

/** The proof of a module; undefined if there is none. */
export function readProof(root: string, module: string): Proof | undefined {
  const path = join(root, proofFile(module));
  return existsSync(path) ? readJson<Proof>(path) : undefined;
}

/** Names of the modules that have a proof, sorted. */
export function provenModules(root: string): string[] {
  const folder = join(root, proofsFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** Version of every library on the class path of some module's tests, by `group:artifact`. */
export function librariesUsed(root: string): ReadonlyMap<string, string> {
  return new Map(
    provenModules(root).flatMap((module) =>
      Object.entries(readProof(root, module)?.classPath ?? {}),
    ),
  );
}

/** Feature version of a Java version: `25` of `25.0.3`. */
export function javaFeature(version: string): string {
  return version.replace(/\D.*$/, '');
}

/** Sums a proof up. */
export function summaryOf(proof: Proof): ProofSummary {
  const runs = Object.values(proof.tests).flatMap((methods) => Object.values(methods));
  const isExercise = (path: string): boolean =>
    /^examples\/[^/]+\/exercises\/[^/]+\/pom\.xml$/.test(path);
  return {
    springBoot: proof.classPath[springBootArtifact] ?? '',
    jdk: javaFeature(proof.java),
    date: proof.date,
    tests: runs.reduce((total, times) => total + times, 0),
    exercises: Object.keys(proof.files).filter(isExercise).length,
  };
}

/** Whether a class may be called by a simple name: `Inner`, `Outer` or `Outer.Inner` for `a.b.Outer$Inner`. */
function isCalled(type: string, simpleName: string): boolean {
  const name = type.slice(type.lastIndexOf('.') + 1);
  return name.replaceAll('$', '.') === simpleName || name.split('$').includes(simpleName);
}

/**
 * Whether a test ran and passed.
 *
 * @param type the test class without its package; of a nested class also the outer one
 */
export function hasPassed(proof: Proof, type: string, method: string): boolean {
  return Object.entries(proof.tests).some(
    ([name, methods]) => isCalled(name, type) && Object.hasOwn(methods, method),
  );
}
