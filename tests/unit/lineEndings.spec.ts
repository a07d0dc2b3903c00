import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Git without the settings of this machine, as the installer for Windows leaves it. */
function git(folder: string, ...options: readonly string[]): void {
  execFileSync(
    'git',
    ['-c', 'core.autocrlf=true', '-c', 'user.name=A', '-c', 'user.email=a@b', ...options],
    { cwd: folder, stdio: 'pipe' },
  );
}

test('recordings keep their line feeds where Git writes CRLF, and a .cmd keeps its CRLF', () => {
  const folder = mkdtempSync(join(tmpdir(), 'line-endings-'));
  try {
    git(folder, 'init', '-q', 'book');
    const book = join(folder, 'book');
    copyFileSync('.gitattributes', join(book, '.gitattributes'));
    writeFileSync(join(book, 'receipt.txt'), '合计\n');
    writeFileSync(join(book, 'mvnw.cmd'), '@REM\r\n');
    git(book, 'add', '.');
    git(book, 'commit', '-q', '-m', 'A book');
    git(folder, 'clone', '-q', 'book', 'reader');
    expect(readFileSync(join(folder, 'reader/receipt.txt'), 'utf8')).toBe('合计\n');
    expect(readFileSync(join(folder, 'reader/mvnw.cmd'), 'utf8')).toBe('@REM\r\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
