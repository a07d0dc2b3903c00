/**
 * Path of a page's Markdown twin.
 *
 * @param path the page's path, with or without the base URL and a slash at its end
 */
export const twinPath = (path: string): string =>
  path === '' || path.endsWith('/') ? `${path}index.md` : `${path}.md`;
