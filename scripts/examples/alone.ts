/** Keeps two runs of one command from writing to the same folder. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from './failure';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Says in a file that this process runs the command; what a killed one left there does not count.
 *
 * @returns forgets it again
 * @throws Failure when another process that still runs said so
 */
export function runAlone(command: string, file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0 && isRunning(pid)) {
      throw new Failure(
        `另一个 ${command} 正在运行（进程 ${pid}）：等它结束再来；那个进程要不是它，删掉 ${file}`,
      );
    }
    writeFileSync(file, String(process.pid));
  }
  return () => rmSync(file, { force: true });
}
