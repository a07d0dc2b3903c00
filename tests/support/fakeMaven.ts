/**
 * Stands in for Maven where scripts around the examples are tested: it "runs" the modules named with `-pl` and leaves
 * what Surefire and the examples' Recording would leave. Arguments: the file with its settings, then Maven's.
 *
 * A module's `tests.txt` lists its tests; `fails-on.txt` the version of Spring Boot on which the last one fails.
 * Every run says its version; `output/version.txt` is the recording of that.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a test tells the stand-in. */
export interface FakeMavenSettings {
  /** File to which each call's arguments are added. */
  readonly log: string;
  /** Newest Spring Boot that a repository serves; none is newer if it is missing. */
  readonly newest?: string;
  /** A Spring Boot that no repository serves. */
  readonly unknown?: string;
  /** File to which it writes its process id before it waits for ever. */
  readonly waits?: string;
}

const [settingsFile = '', ...args] = process.argv.slice(2);
const settings = JSON.parse(readFileSync(settingsFile, 'utf8')) as FakeMavenSettings;
const pom = readFileSync('examples/pom.xml', 'utf8');
const version = /<spring-boot\.version>(.*?)</.exec(pom)?.[1] ?? '';
const record = args.includes('-Dbook.record=true');

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Whether the run says what is recorded; a recording run writes it down. */
function matchesRecording(module: string): boolean {
  const file = join('examples', module, 'output/version.txt');
  if (record) write(file, `Boot ${version}\n`);
  const matches = read(file) === `Boot ${version}\n`;
  if (matches) write(join('examples', module, 'target/book/proven/version.txt'), '');
  return matches;
}

/** What the POM calls the module. */
function nameOf(module: string): string {
  return /<name>(.*?)</.exec(read(join('examples', module, 'pom.xml')))?.[1] ?? module;
}

/** Runs a module's tests; whether they passed. */
function runModule(module: string): boolean {
  const folder = join('examples', module);
  const tests = read(join(folder, 'tests.txt')).split('\n').filter(Boolean);
  const passes = matchesRecording(module) && read(join(folder, 'fails-on.txt')).trim() !== version;
  const jar = `/m2/repository/org/springframework/boot/spring-boot/${version}/spring-boot-${version}.jar`;
  const cases = tests.map((name, index) => {
    const result = !passes && index === tests.length - 1 ? '<failure/>' : '';
    return `<testcase name="${name}" classname="a.BookTest">${result}</testcase>`;
  });
  write(
    join(folder, 'target/surefire-reports/TEST-a.BookTest.xml'),
    `<testsuite><properties><property name="java.version" value="25.0.3"/><property name="surefire.test.class.path" value="${jar}"/></properties>${cases.join('')}</testsuite>`,
  );
  console.log(
    `[INFO] -----< com.example:${module} >-----\n[INFO] Building ${nameOf(module)} 1.0.0`,
  );
  return passes;
}

function build(): void {
  const modules = args[args.indexOf('-pl') + 1]?.split(',') ?? [];
  const results = modules.map((module) => [module, runModule(module)] as const);
  for (const [module, passed] of results) {
    console.log(`[INFO] ${nameOf(module)} ....... ${passed ? 'SUCCESS' : 'FAILURE'} [  1.5 s]`);
  }
  process.exitCode = results.every(([, passed]) => passed) ? 0 : 1;
}

appendFileSync(settings.log, `${args.join(' ')}\n`);
if (args.some((arg) => arg.includes('display-property-updates'))) {
  if (settings.newest !== undefined) {
    console.log(`[INFO]   \${spring-boot.version} ............ ${version} -> ${settings.newest}`);
  }
} else if (version === settings.unknown) {
  console.log(`[ERROR] Non-resolvable import POM: spring-boot-dependencies:pom:${version}`);
  process.exitCode = 1;
} else if (settings.waits !== undefined) {
  write(settings.waits, String(process.pid));
  setInterval(() => undefined, 1000);
} else {
  build();
}
