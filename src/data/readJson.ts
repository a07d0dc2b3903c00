/** Reads the data files of the repository: for the build, scripts and tests. */
import { readFileSync } from 'node:fs';

/**
 * Reads a JSON file; the byte order mark that some editors write before it is none of it.
 *
 * @throws SyntaxError that begins with the file's name, as that of an imported file does
 */
export function readJson<T>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, '')) as T;
  } catch (error) {
    if (error instanceof SyntaxError) error.message = `${path}: ${error.message}`;
    throw error;
  }
}
