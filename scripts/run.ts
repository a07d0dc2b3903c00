/** Runs the commands that the other scripts are made of. */
import { spawn, spawnSync } from 'node:child_process';

/** How to start a command: npm's are batch files on Windows, which only a shell starts, so Node runs what is behind them. */
function programOf(command: string): readonly [program: string, ...first: string[]] {
  if (command === 'playwright') return [process.execPath, require.resolve('@playwright/test/cli')];
  const npm = process.env.npm_execpath ?? '';
  return command === 'npm' && /\.c?js$/.test(npm) ? [process.execPath, npm] : [command];
}

/**
 * Runs one command with this terminal's input and output.
 *
 * @throws Error naming the command when it cannot be started or ends with another status than 0
 */
export function run(command: string, args: readonly string[]): void {
  const [program, ...first] = programOf(command);
  const { status, error } = spawnSync(program, [...first, ...args], { stdio: 'inherit' });
  if (error || status !== 0) {
    throw new Error(`${[command, ...args].join(' ')} 没有成功${error ? `：${error.message}` : ''}`);
  }
}

/**
 * Runs one command while others run, and shows what it said when it has ended, so that nothing is mixed up.
 *
 * @returns when the command has ended well
 * @throws Error naming the command when it cannot be started or ends with another status than 0
 */
export function runAside(command: string, args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const name = [command, ...args].join(' ');
    const [program, ...first] = programOf(command);
    const child = spawn(program, [...first, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('error', ({ message }) => fail(new Error(`${name} 没有成功：${message}`)));
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(said));
      if (status === 0) done();
      else fail(new Error(`${name} 没有成功`));
    });
  });
}
