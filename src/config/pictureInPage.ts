/** Pictures that stand in the page itself instead of in a file of their own (Node only). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The address of an SVG picture that holds the picture. A small picture at a page's top is there with the text; in a
 * file it would need a connection and a round trip of its own on every first visit.
 *
 * @param file path below the site's folder
 * @throws Error when the file cannot be read
 */
export function pictureInPage(file: string): string {
  const picture = readFileSync(join(process.cwd(), file), 'utf8');
  const short = picture.replace(/\s+/g, ' ').replace(/> </g, '><').trim().replaceAll('"', "'");
  return `data:image/svg+xml,${short.replace(/[%#]/g, encodeURIComponent)}`;
}
