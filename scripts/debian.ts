/** Programs of this machine, and Debian's packages where one is missing. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

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

/** What Debian asks before it starts the service of a package that was just installed. */
const servicePolicy = '/usr/sbin/policy-rc.d';

/** Runs something while no service is started; a policy that this machine has already stays in force. */
function withoutStartingServices(install: () => void): void {
  const own = !existsSync(servicePolicy);
  if (own) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    install();
  } finally {
    if (own) rmSync(servicePolicy);
  }
}

/**
 * Installs packages from Debian without starting their services: tests start their own, and the usual
 * ports stay free. Whether it worked shows in what is found after.
 */
export function installFromDebian(...packages: readonly string[]): void {
  const options = {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const;
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    withoutStartingServices(() => {
      execFileSync('apt-get', [...install, ...packages], options);
    });
  } catch {
    // apt-get has said what went wrong; the caller does without, or says what to do.
  }
}
