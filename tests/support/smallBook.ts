/** Small repositories with a page or two, and what the build makes of a page of theirs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CompileOptions } from '@mdx-js/mdx';

/** Texts by path from the repository's root. */
export type Files = Readonly<Record<string, string>>;

/** Writes a small repository into a folder. */
export function writeFiles(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/**
 * Compiles a page of a small repository.
 *
 * @param path the page's, from the repository's root
 * @returns the compiled page, or the message that stops the build
 */
export async function compilePage(
  folder: string,
  path: string,
  source: string,
  remarkPlugins: CompileOptions['remarkPlugins'],
): Promise<string> {
  const { compile } = await import('@mdx-js/mdx');
  const { VFile } = await import('vfile');
  const value = source.replace(/\{#/g, '\\{#');
  try {
    const file = new VFile({ path: join(folder, path), value });
    return String(await compile(file, { jsx: true, remarkPlugins }));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
