/** Runs the commands that the other scripts are made of. */
import { spawnSync } from 'node:child_process';

/**
 * Runs one command with this terminal's input and output.
 *
 * @throws Error naming the command when it cannot be started or ends with another status than 0
 */
export function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error || status !== 0) {
    throw new Error(`${[command, ...args].join(' ')} 没有成功${error ? `：${error.message}` : ''}`);
  }
}
