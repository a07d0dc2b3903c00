/** Remark plugin: fills code fences from the files under `examples/`, so that prose never owns code. */
import type { Code, Nodes, Root, Table } from 'mdast';
import { lineOf, walk } from '../../lib/markdown';
import { PageProblems } from '../../lib/pageProblems';
import { FenceError, parseFence } from './fence';
import { fillVersions, readInclude, repositoryPath } from './include';
import { readTable } from './table';

/** Settings of the plugin. */
export interface CodeRegionsOptions {
  /** The repository's root on disk. */
  readonly root: string;
  /** Version by name; `@name.version@` in any block is replaced by it. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Puts tables in the place of the fences that they were read for. */
function replaceByTables(node: Nodes, tables: ReadonlyMap<Nodes, Table>): void {
  if (!('children' in node)) return;
  const children: Nodes[] = node.children;
  children.forEach((child, index) => {
    const table = tables.get(child);
    if (table) children[index] = table;
    else replaceByTables(child, tables);
  });
}

/** Fills a fence; the table it stands for, if it is one. */
function fill(
  node: Code,
  pagePath: string,
  { root, versions }: CodeRegionsOptions,
): Table | undefined {
  const fence = parseFence(node.meta);
  const { file, title } = fence;
  const properties: Record<string, string> = { 'data-kind': fence.kind ?? 'code' };
  if (title !== undefined) properties.title = title;
  if (file !== undefined) {
    if (node.value.trim() !== '') {
      throw new FenceError(`引用文件 ${file} 的代码块里不能再手写内容，请清空`);
    }
    const include = readInclude(root, pagePath, { ...fence, file });
    if (include.kind === 'table') {
      return readTable(fillVersions(include.code, versions), include.path);
    }
    node.value = include.code;
    properties['data-kind'] = include.kind;
    properties['data-file'] = include.path;
    if (!include.isWholeFile) {
      properties['data-lines'] = `L${include.firstLine}-L${include.lastLine}`;
    }
  }
  node.value = fillVersions(node.value, versions);
  // Docusaurus reads its own settings from the meta string; ours travel as properties.
  node.meta = null;
  // What an earlier plugin said of the block, holds.
  node.data = { ...node.data, hProperties: { ...properties, ...node.data?.hProperties } };
  return undefined;
}

/** The plugin; throws one PageProblems listing every problem of a page with page and line. */
export default function codeRegions(options: CodeRegionsOptions) {
  return (tree: Root, file: { readonly path: string }): void => {
    const pagePath = repositoryPath(options.root, file.path);
    const problems: string[] = [];
    const tables = new Map<Nodes, Table>();
    for (const node of walk(tree)) {
      if (node.type !== 'code') continue;
      try {
        const table = fill(node, pagePath, options);
        if (table) tables.set(node, table);
      } catch (error) {
        if (!(error instanceof FenceError)) throw error;
        problems.push(`${pagePath}:${lineOf(node)} ${error.message}`);
      }
    }
    if (problems.length > 0) throw new PageProblems(problems);
    replaceByTables(tree, tables);
  };
}
