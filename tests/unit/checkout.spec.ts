/** A reader on Windows or macOS gets the examples with `git clone`: one name it cannot write stops the whole checkout. */
import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';

/** Git for Windows refuses what its `is_valid_win32_path` refuses; a longer path does not fit beside the reader's folder. */
const longest = 200;

function refused(path: string): boolean {
  return (
    path.length > longest ||
    path
      .split('/')
      .some(
        (name) =>
          /^(aux|con|conin\$|conout\$|nul|prn|com[1-9]|lpt[0-9]) *([.:]|$)/i.test(name) ||
          /[<>:"|?*\\\p{Cc}]|[ .]$/u.test(name),
      )
  );
}

function sameButForCase(paths: readonly string[]): string[] {
  const seen = new Set<string>();
  return paths.filter((path) => {
    const lower = path.toLowerCase();
    return seen.size === seen.add(lower).size;
  });
}

test('every file can be checked out on Windows and on macOS', () => {
  const paths = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { encoding: 'utf8' },
  )
    .split('\0')
    .filter(Boolean);
  expect(paths.length).toBeGreaterThan(1000);
  expect(paths.filter(refused)).toEqual([]);
  expect(sameButForCase(paths)).toEqual([]);
});

test('names that Windows keeps for devices, and others it cannot write, are found', () => {
  for (const path of [
    'output/nul.txt',
    'Aux/a.txt',
    'a/com1.tar.gz',
    'con',
    'a:b.txt',
    'why?.txt',
    'a./b',
    'a'.repeat(201),
  ]) {
    expect(refused(path), path).toBe(true);
  }
  for (const path of ['output/null.txt', 'console.txt', 'com0.txt', '.gitignore', 'a/auxiliary']) {
    expect(refused(path), path).toBe(false);
  }
  expect(sameButForCase(['a/B.txt', 'a/b.txt', 'a/c.txt'])).toEqual(['a/b.txt']);
});
