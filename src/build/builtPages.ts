/** The pages of a finished build and their files (Node only). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A page as it was built. */
export interface BuiltPage {
  /** Path below the base URL, without slashes at its ends; empty for the home page. */
  readonly path: string;
  readonly file: string;
}

/** File of a route in the build, whichever way trailing slashes are set. */
function fileOf(outDir: string, path: string): string {
  const folder = join(outDir, path, 'index.html');
  return existsSync(folder) ? folder : join(outDir, `${path}.html`);
}

/**
 * All pages of a build but the one for addresses that lead nowhere, sorted by path.
 *
 * @param routes paths with the base URL
 * @throws Error when a route has no file
 */
export function builtPages(
  outDir: string,
  baseUrl: string,
  routes: readonly string[],
): BuiltPage[] {
  const paths = routes
    .map((route) => decodeURI(route).slice(baseUrl.length).replace(/\/$/, ''))
    .filter((path) => path !== '404.html');
  return [...new Set(paths)].sort().map((path) => {
    const file = fileOf(outDir, path);
    if (!existsSync(file)) {
      throw new Error(`路由 /${path} 没有构建出页面，请先修好构建`);
    }
    return { path, file };
  });
}
