/** The reader's clipboard. */

/**
 * Puts a text into the clipboard.
 *
 * @throws Error where the browser has none (a page without https) or the reader refuses
 */
export async function copyText(text: string): Promise<void> {
  // eslint-disable-next-line no-restricted-globals
  await navigator.clipboard.writeText(text);
}
