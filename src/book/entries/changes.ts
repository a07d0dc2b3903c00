/** Remark plugin: tells the browser which sections changed, and how recently, for readers who have read the page. */
import { basename } from 'node:path';
import type { Root } from 'mdast';
import { changes, newestBySection } from '../changes';
import { textOf } from '../../lib/markdown';

/** Attribute of a heading: the place of its section's newest change in the list of changes. */
const changedAttribute = 'data-changed';

export default function changesPlugin() {
  return (tree: Root, { path }: { readonly path: string }): void => {
    const newest = newestBySection(changes, basename(path, '.mdx'));
    if (newest.size === 0) return;
    for (const node of tree.children) {
      if (node.type !== 'heading') continue;
      const anchor = /\{#([\w-]+)\}\s*$/.exec(textOf(node))?.[1] ?? '';
      const place = newest.get(anchor);
      if (!place) continue;
      node.data = {
        ...node.data,
        hProperties: { ...node.data?.hProperties, [changedAttribute]: place },
      };
    }
  };
}
