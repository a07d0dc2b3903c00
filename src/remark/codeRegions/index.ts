/** Remark plugin: fills code fences from the files under `examples/`, so that prose never owns code. */
import type { Code, Nodes, Root } from 'mdast';
import { FenceError, parseFence } from './fence';
import { fillVersions, IncludeError, readInclude, repositoryPath } from './include';

/** Settings of the plugin. */
export interface CodeRegionsOptions {
  /** The repository's root on disk. */
  readonly root: string;
  /** Version by name; `@name.version@` in any block is replaced by it. */
  readonly versions: Readonly<Record<string, string>>;
}

/** All that is wrong with a page's fences, one line each; its stack is left out as of no use to authors. */
export class CodeRegionsError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    // Not enumerable: the MDX loader prints an error's own properties as JSON.
    Object.defineProperty(this, 'stack', { value: '', enumerable: false });
  }
}

/** Every fenced block below a node, in order. */
export function* codeBlocks(node: Nodes): Generator<Code> {
  if (node.type === 'code') yield node;
  if ('children' in node) for (const child of node.children) yield* codeBlocks(child);
}

function fill(node: Code, pagePath: string, { root, versions }: CodeRegionsOptions): void {
  const fence = parseFence(node.meta);
  const { file, title, showLineNumbers } = fence;
  const properties: Record<string, string> = { 'data-kind': fence.kind ?? 'code' };
  if (title !== undefined) properties.title = title;
  if (file !== undefined) {
    if (node.value.trim() !== '') {
      throw new FenceError(`引用文件 ${file} 的代码块里不能再手写内容，请清空`);
    }
    const include = readInclude(root, pagePath, { ...fence, file });
    node.value = include.code;
    properties['data-kind'] = include.kind;
    properties['data-file'] = include.path;
    if (!include.isWholeFile) {
      properties['data-lines'] = `L${include.firstLine}-L${include.lastLine}`;
    }
  }
  node.value = fillVersions(node.value, versions);
  // Docusaurus reads its own settings from the meta string; ours travel as properties.
  node.meta = showLineNumbers ? 'showLineNumbers' : null;
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, ...properties } };
}

/** The plugin; throws one CodeRegionsError listing every problem of a page with page and line. */
export default function codeRegions(options: CodeRegionsOptions) {
  return (tree: Root, file: { readonly path: string }): void => {
    const pagePath = repositoryPath(options.root, file.path);
    const problems: string[] = [];
    for (const node of codeBlocks(tree)) {
      try {
        fill(node, pagePath, options);
      } catch (error) {
        if (!(error instanceof FenceError) && !(error instanceof IncludeError)) throw error;
        problems.push(`${pagePath}:${node.position?.start.line ?? 0} ${error.message}`);
      }
    }
    if (problems.length > 0) throw new CodeRegionsError(problems);
  };
}
