/** One opened index for the page's lifetime, shared by every search box; a failure is forgotten so that it can be retried. */
import { SearchEngine } from '../core/engine';
import { indexFolder, manifestFile } from '../core/format';
import { readFile } from './files';

let opened: Promise<SearchEngine> | undefined;

/**
 * Opens the index, or returns it when it is open.
 *
 * @param manifest a read of the manifest that was started earlier
 * @throws SearchFileError or IndexFormatError
 */
export function openEngine(
  baseUrl: string,
  manifest: Promise<Uint8Array> | undefined,
): Promise<SearchEngine> {
  if (opened) return opened;
  const folder = `${baseUrl}${indexFolder}/`;
  const opening = SearchEngine.open((name) =>
    name === manifestFile && manifest ? manifest : readFile(folder + name, name === manifestFile),
  );
  opened = opening;
  opening.catch(() => {
    opened = undefined;
  });
  return opening;
}

/** Forgets the index: after a new release its files may no longer exist under the names it knows. */
export function closeEngine(): void {
  opened = undefined;
}
