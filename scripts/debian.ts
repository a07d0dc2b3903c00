/** Programs of this machine, and Debian's packages where one is missing. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Path of the first of these commands that the shell finds. */
export function onPath(...names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return undefined;
}

/** Whether this process may install Debian's packages. */
export function canInstallFromDebian(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && !!onPath('apt-get');
}

/** Installs packages from Debian; whether that worked shows in what is found after. */
export function installFromDebian(...packages: readonly string[]): void {
  const options = {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const;
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', [...install, ...packages], options);
  } catch {
    // apt-get has said what went wrong; the caller does without, or says what to do.
  }
}
