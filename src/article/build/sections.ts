/** Rehype plugin: puts each heading of a page, with what follows it, into a section that can be laid out by itself. */
import { basename } from 'node:path';
import type { Element, Root, RootContent } from 'hast';

/** The name of the heading that begins a section, if the node is one. */
const headingOf = (node: RootContent): string | undefined =>
  node.type === 'element' && ['h2', 'h3'].includes(node.tagName) ? node.tagName : undefined;

/**
 * The plugin. A section carries the class of the text around it, so that the same styles hold for what is in it.
 *
 * @param pages file names of the pages that are so long, and how high a section of theirs usually is, in lines of
 * code: src/styles/code.css says what it is good for
 */
export default function sections({ pages }: { readonly pages: Readonly<Record<string, number>> }) {
  return (tree: Root, { path }: { readonly path: string }): void => {
    const lines = pages[basename(path)];
    if (lines === undefined) return;
    const children: RootContent[] = [];
    let section: Element | undefined;
    for (const node of tree.children) {
      const heading = headingOf(node);
      if (heading) {
        const properties = {
          className: ['markdown'],
          ...(heading === 'h3' && { dataSection: '', style: `--lines:${lines}` }),
        };
        section = { type: 'element', tagName: 'section', properties, children: [] };
        children.push(section);
      }
      // What stands before the first heading, and what MDX only runs, stays where it is.
      if (section && node.type !== 'doctype' && !node.type.startsWith('mdxjsEsm'))
        section.children.push(node as Element);
      else children.push(node);
    }
    tree.children = children;
  };
}
