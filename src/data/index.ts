/** Data generated from the examples' tests by `npm run examples`, typed. Never edit the JSON by hand. */
import versionsJson from './versions.json';

/** A library on the class path of the examples' tests. */
interface Library {
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

export const versions: Versions = versionsJson;
