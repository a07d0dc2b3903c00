/** Runs Maven on the examples. */
import { spawn, spawnSync } from 'node:child_process';
import { Failure } from './failure';
import { findJdk } from './jdk';

/** On Windows `mvn` is a batch file, which only a shell starts. */
const shell = process.platform === 'win32';

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, JAVA_HOME: findJdk().home };
}

const missing = new Failure('没有找到 mvn 命令：请安装 Maven 3.8 或更新版本，并确认 mvn -v 能运行');

/**
 * Runs Maven with its output on the terminal.
 *
 * @returns Maven's exit code
 * @throws Failure if there is no suitable JDK or no Maven
 */
export function maven(args: readonly string[], cwd: string): number {
  const run = spawnSync('mvn', args, { cwd, shell, stdio: 'inherit', env: environment() });
  if (run.error) throw missing;
  return run.status ?? 1;
}

/**
 * Runs Maven, keeping what it prints.
 *
 * @param echo also writes the output to the terminal while it runs
 * @throws Failure if there is no suitable JDK or no Maven
 */
export function mavenOutput(
  args: readonly string[],
  cwd: string,
  echo = false,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('mvn', args, { cwd, shell, env: environment() });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      if (echo) process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', () => reject(missing));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
