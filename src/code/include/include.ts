/** Finds and reads what a fence includes. Knows the repository's layout; no Markdown. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix, relative, resolve, sep } from 'node:path';
import { FenceError, parseFence, type BlockKind, type Fence } from './fence';
import { extract, extractVerbatim, RegionError } from './regions';

/** What a fence includes, ready to print. */
export interface Include {
  readonly code: string;
  readonly kind: BlockKind;
  /** Path from the repository's root, with forward slashes. */
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Whether the lines above are the whole file. */
  readonly isWholeFile: boolean;
}

/** A page's path from the repository's root, with forward slashes. */
export function repositoryPath(root: string, path: string): string {
  return relative(root, resolve(root, path)).split(sep).join('/');
}

/** The folder that a page's includes start from: the chapter's example folder, or `examples`. */
function exampleFolder(pagePath: string): string {
  const chapter = /^docs\/chapters\/([^/]+)\.mdx?$/.exec(pagePath)?.[1];
  return chapter ? `examples/${chapter}` : 'examples';
}

/**
 * Path of an included file from the repository's root.
 *
 * @param pagePath the page's path from the repository's root
 * @param file as written in the fence; a leading slash means relative to `examples/`
 * @throws FenceError if the path leaves `examples/`
 */
export function includedPath(pagePath: string, file: string): string {
  const path = file.startsWith('/')
    ? posix.join('examples', file)
    : posix.join(exampleFolder(pagePath), file);
  if (!path.startsWith('examples/')) {
    throw new FenceError(`file=${file} 指到了 examples/ 之外（${path}）`);
  }
  return path;
}

/**
 * Paths from the repository's root of the files that a page's fences include, whether they exist or not. Broken fences
 * are left out: whoever fills them reports them.
 *
 * @param metas what stands behind each fence's language
 */
export function includedPaths(
  pagePath: string,
  metas: readonly (string | null | undefined)[],
): string[] {
  return metas.flatMap((meta) => {
    try {
      const { file } = parseFence(meta);
      return file === undefined ? [] : [includedPath(pagePath, file)];
    } catch (error) {
      if (error instanceof FenceError) return [];
      throw error;
    }
  });
}

/** Files recorded from a run are printed as they are. */
export function isRecorded(path: string): boolean {
  return /^examples\/[^/]+\/output\//.test(path);
}

function defaultKind(path: string): BlockKind {
  if (path.endsWith('.http')) return 'http';
  return isRecorded(path) ? 'output' : 'code';
}

/** Replaces version tokens such as `@spring-boot.version@`; tokens not listed stay as they are. */
export function fillVersions(text: string, versions: Readonly<Record<string, string>>): string {
  return text.replace(
    /@([a-z][\w.-]*)\.version@/g,
    (token: string, name: string) => versions[name] ?? token,
  );
}

/**
 * Reads the file or region that a fence includes.
 *
 * @param root the repository's root on disk
 * @param pagePath the page's path from the root, with forward slashes
 * @throws FenceError naming the file and what is wrong with it
 */
export function readInclude(
  root: string,
  pagePath: string,
  fence: Fence & { readonly file: string },
): Include {
  const path = includedPath(pagePath, fence.file);
  const onDisk = resolve(root, path);
  if (!existsSync(onDisk)) throw new FenceError(`文件 ${path} 不存在`);
  if (!statSync(onDisk).isFile()) throw new FenceError(`${path} 是文件夹，不是文件`);
  const text = readFileSync(onDisk, 'utf8');
  const recorded = isRecorded(path);
  if (recorded && fence.region !== undefined) {
    throw new FenceError(`${path} 是录制的输出，只能整个引用，不能有 region=${fence.region}`);
  }
  try {
    const excerpt = recorded ? extractVerbatim(text) : extract(text, fence.region);
    return {
      ...excerpt,
      kind: fence.kind ?? defaultKind(path),
      path,
      isWholeFile: fence.region === undefined,
    };
  } catch (error) {
    if (error instanceof RegionError) throw new FenceError(`${path}：${error.message}`);
    throw error;
  }
}
