/** Takes a file of the site into the clipboard; fetched when a reader asks for it. */
import { copyText } from '@site/src/lib/clipboard';

/**
 * Copies a file's text.
 *
 * @param path of the file, with the base URL
 * @throws Error when the file does not come, or the browser refuses the clipboard
 */
export async function copyFile(path: string): Promise<void> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await copyText(await answer.text());
}
