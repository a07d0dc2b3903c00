/** Runs Maven on the examples. */
import { spawn } from 'node:child_process';
import { Failure } from './failure';
import { findJdk } from './jdk';

/** On Windows `mvn` is a batch file, which only a shell starts. */
const shell = process.platform === 'win32';

/** Maven itself lives for a minute or two, most of which it waits: the optimizing compiler costs more than it gives back. */
const shortLived = '-XX:TieredStopAtLevel=1';

/** What a run of Maven left. */
export interface MavenRun {
  readonly code: number;
  /** Everything it printed. */
  readonly output: string;
}

/**
 * Runs Maven, keeping what it prints. A signal that ends this process ends Maven first.
 *
 * @param echo also writes the output to the terminal while it runs
 * @throws Failure if there is no suitable JDK or no Maven, or if it was interrupted
 */
export function maven(args: readonly string[], cwd: string, echo = false): Promise<MavenRun> {
  return new Promise((resolve, reject) => {
    const options = [shortLived, process.env.MAVEN_OPTS ?? ''].join(' ').trim();
    const env = { ...process.env, JAVA_HOME: findJdk().home, MAVEN_OPTS: options };
    const child = spawn('mvn', args, { cwd, shell, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let interrupted = false;
    const keep = (chunk: string): void => {
      output += chunk;
      if (echo) process.stdout.write(chunk);
    };
    const stop = (): void => {
      interrupted = true;
      child.kill('SIGTERM');
    };
    const signals = ['SIGINT', 'SIGTERM'] as const;
    for (const signal of signals) process.on(signal, stop);
    const forget = (): void => {
      for (const signal of signals) process.off(signal, stop);
    };
    // A chunk may end within a character: the stream puts it together.
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', () => {
      forget();
      reject(
        new Failure('没有找到 mvn 命令：请安装 Maven 3.8 或更新版本，并确认 mvn -v 能运行'),
      );
    });
    child.once('close', (code) => {
      forget();
      if (interrupted) reject(new Failure('已中断'));
      else resolve({ code: code ?? 1, output });
    });
  });
}
