/** One opened index for the page's lifetime, shared by every search box. */
import { SearchEngine } from '../core/engine';
import { indexFolder, manifestFile } from '../core/format';
import { forgetManifest, readFile, readManifest } from './files';

let opened: Promise<SearchEngine> | undefined;

/**
 * Opens the index, or returns it when it is open; a failure is forgotten so that it can be retried.
 *
 * @throws IndexFormatError; whatever `readFile` throws
 */
export function openEngine(baseUrl: string): Promise<SearchEngine> {
  if (opened) return opened;
  const folder = `${baseUrl}${indexFolder}/`;
  opened = SearchEngine.open((name) =>
    name === manifestFile ? readManifest(baseUrl) : readFile(folder + name),
  );
  opened.catch(closeEngine);
  return opened;
}

/** Forgets the index: after a new release its files may no longer exist under the names it knows. */
export function closeEngine(): void {
  opened = undefined;
  forgetManifest();
}
