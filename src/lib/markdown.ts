/** Looks into the tree of a page: for what the build fills in, and for what is checked without a build. */
import type { Nodes } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';

/** An element of a page, in a line of text or on its own. */
export type Element = MdxJsxFlowElement | MdxJsxTextElement;

/** A node and everything below it, in reading order. */
export function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* walk(child);
}

/** The text of a node and of everything below it, inline code included. */
export function textOf(node: Nodes): string {
  return [...walk(node)].map((inner) => ('value' in inner ? inner.value : '')).join('');
}

/** Line of a node in its file, counted from 1. */
export function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

export function isElement(node: Nodes): node is Element {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** The elements of a name below a node. */
export function elementsNamed(node: Nodes, name: string): Element[] {
  return [...walk(node)].filter(isElement).filter((element) => element.name === name);
}

/** Value of an element's attribute written as a string; undefined if it is missing or an expression. */
export function attributeOf(element: Element, name: string): string | undefined {
  const found = element.attributes.find((item) => 'name' in item && item.name === name);
  return typeof found?.value === 'string' ? found.value : undefined;
}

/** Gives an element an attribute that its component reads. */
export function addAttribute(element: Element, name: string, value: string): void {
  element.attributes.push({ type: 'mdxJsxAttribute', name, value });
}
