/** Finds the JDK that builds the examples. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Failure } from './failure';

/** A JDK on this machine. */
export interface Jdk {
  /** Folder to hand to Maven as `JAVA_HOME`. */
  readonly home: string;
  /** Feature version, e.g. 25. */
  readonly feature: number;
}

/** Where to look, replaceable in tests. */
export interface JdkPlaces {
  readonly javaHome?: string;
  /** Folders of the executables' search path. */
  readonly path: readonly string[];
  /** Paths of `java` commands that the system's list of alternatives names. */
  readonly alternatives: () => readonly string[];
}

/** The oldest JDK that compiles the examples, and the one they are verified with. */
const minimumJdk = 21;
export const preferredJdk = 25;

const windows = process.platform === 'win32';
const executable = (name: string): string => (windows ? `${name}.exe` : name);

function debianAlternatives(): readonly string[] {
  const listed = spawnSync('update-alternatives', ['--list', 'java'], { encoding: 'utf8' });
  return listed.status === 0 ? listed.stdout.split('\n').filter(Boolean) : [];
}

/** The places of this machine. */
function placesOfThisMachine(): JdkPlaces {
  return {
    javaHome: process.env.JAVA_HOME,
    path: (process.env.PATH ?? '').split(delimiter).filter(Boolean),
    alternatives: debianAlternatives,
  };
}

/** `…/bin/java`, links followed, → the JDK's folder. */
function homeOf(java: string): string {
  return dirname(dirname(realpathSync(java)));
}

/** Feature version from the `release` file that every JDK since 9 carries; undefined if it is no JDK. */
function readJdk(home: string): Jdk | undefined {
  const release = join(home, 'release');
  if (!existsSync(join(home, 'bin', executable('javac'))) || !existsSync(release)) return undefined;
  const version = /^JAVA_VERSION="(?:1\.)?(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1];
  return version === undefined ? undefined : { home, feature: Number(version) };
}

function siblings(home: string): readonly string[] {
  const parent = dirname(home);
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(parent, entry.name));
}

/** JDKs of this machine besides `JAVA_HOME`: the path's, its siblings, the system's alternatives. */
function otherJdks({ path, alternatives }: JdkPlaces): Jdk[] {
  const onPath = path
    .map((folder) => join(folder, executable('java')))
    .filter((java) => existsSync(java))
    .map(homeOf);
  const listed = alternatives()
    .filter((java) => existsSync(java))
    .map(homeOf);
  const homes = new Set([...onPath, ...onPath.flatMap(siblings), ...listed]);
  return [...homes].map(readJdk).filter((jdk) => jdk !== undefined);
}

/**
 * Chooses a JDK: `JAVA_HOME` if it is new enough, else the preferred version, else the newest.
 *
 * @throws Failure with one line telling what was found and what to install
 */
export function findJdk(places: JdkPlaces = placesOfThisMachine()): Jdk {
  const named = places.javaHome ? readJdk(places.javaHome) : undefined;
  if (named && named.feature >= minimumJdk) return named;
  const others = otherJdks(places).sort((a, b) => b.feature - a.feature);
  const usable = others.filter(({ feature }) => feature >= minimumJdk);
  const chosen = usable.find(({ feature }) => feature === preferredJdk) ?? usable[0];
  if (chosen) return chosen;
  const found = [...(named ? [named] : []), ...others].map(({ home, feature }) => `${home}（JDK ${feature}）`);
  throw new Failure(
    `示例需要 JDK ${minimumJdk} 或更新版本，${found.length > 0 ? `只找到 ${[...new Set(found)].join('、')}` : '没有找到任何 JDK'}：请安装 JDK ${preferredJdk}，并把 JAVA_HOME 指向它`,
  );
}
