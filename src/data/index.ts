/** Data generated from the examples' build by `npm run stamp`, typed. Never edit the JSON by hand. */
import verificationJson from './verification.json';
import versionsJson from './versions.json';

/** What one chapter's last test run proved. */
export interface Verification {
  /** Version of Spring Boot on the tests' class path. */
  readonly springBoot: string;
  /** Feature version of the JDK the tests ran on. */
  readonly jdk: string;
  /** Tests run, all of them passed, none skipped. */
  readonly tests: number;
  /** Files under the chapter's `output` folder. */
  readonly recordedOutputs: number;
  /** Exercises graded by tests. */
  readonly exercises: number;
  /** Day of the run, ISO 8601. */
  readonly date: string;
}

/** A library on the class path of the examples' tests. */
export interface Library {
  /** Name as its project writes it. */
  readonly name: string;
  /** Maven coordinates without version. */
  readonly artifact: string;
  readonly version: string;
}

/** Versions that the examples' build resolved. */
export interface Versions {
  /** Version by token name: `@spring-boot.version@` in a code block becomes `tokens['spring-boot']`. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly libraries: readonly Library[];
}

export const verification: Readonly<Record<string, Verification>> = verificationJson;
export const versions: Versions = versionsJson;
