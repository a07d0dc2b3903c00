/** npm drops other systems' binaries from the lock file where the registry at hand lacks them; `npm ci` then fails. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

test('the lock file holds every optional dependency, so that npm ci works on every system', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`node_modules/${name}` in lock.packages) &&
        !(`${path}/node_modules/${name}` in lock.packages),
    ),
  );
  expect(missing).toEqual([]);
});
