/**
 * Where the text of pages comes from: the page that was opened brings its own, every other page's is cut out
 * of that page's document. Knows no React.
 */
import globalData from '@generated/globalData';
import { inBrowser } from '../lib/browser';
import { whenIdle } from '../lib/idle';

/** What the docs plugin tells about its pages, as far as it is read here. */
type DocsData = Readonly<
  Record<
    string,
    { readonly versions: readonly { docs: readonly { id: string; path: string }[] }[] } | undefined
  >
>;

/** How many pages' texts are kept for the way back. */
const most = 12;
const textClass = 'theme-doc-markdown';
const textSelector = `.${textClass}`;

/** Paths of the pages that have a text; a generated index has none, its id begins with a slash. */
const paths = new Set(
  Object.values((globalData['docusaurus-plugin-content-docs'] ?? {}) as DocsData)
    .flatMap((instance) => instance?.versions.flatMap(({ docs }) => docs) ?? [])
    .filter(({ id }) => !id.startsWith('/'))
    .map(({ path }) => path),
);

const documents = new Map<string, string>();
const underWay = new Map<string, Promise<void>>();
/** The page whose text is expected to be shown next. */
let next: string | undefined;
/** The one text whose elements were made before anybody asked for them. */
let parsed: { readonly path: string; readonly content: DocumentFragment } | undefined;
let opened = false;
inBrowser(({ document }) => {
  opened = document.querySelector(`#__docusaurus ${textSelector}`) !== null;
});

/** Address of a page's document; with its slash, where hosts answer without a redirect. */
const addressOf = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

let shown: string | undefined;

/** Tells that a page's text stands on the screen, where nobody has to fetch it; returns the end of that. */
export function onScreen(path: string): () => void {
  shown = path;
  return () => {
    if (shown === path) shown = undefined;
  };
}

/** Whether a page's text is the one on the screen: the address may be of a page that is still on its way. */
export const isOnScreen = (path: string): boolean => path === shown;

/** Whether a text stands at a route's path. */
export const hasText = (path: string): boolean => paths.has(path);

/** The text's elements as they stand in a document's source, detached; none for a document without text. */
function textIn(html: string): DocumentFragment {
  const source = new DOMParser().parseFromString(sectionOf(html), 'text/html');
  const text = source.querySelector(textSelector);
  const content = source.createDocumentFragment();
  content.append(...(text?.childNodes ?? []));
  return content;
}

/** The part of a document's source that has the text in it, without the frame before and after. */
function sectionOf(html: string): string {
  const start = html.lastIndexOf('<div', html.indexOf(textClass));
  const end = html.lastIndexOf('</article>');
  return start >= 0 && end > start ? html.slice(start, end) : html;
}

async function fetchDocument(path: string): Promise<void> {
  const response = await fetch(addressOf(path));
  const html = await response.text();
  if (!response.ok || !html.includes(textClass)) {
    throw new Error(`${path}: status ${response.status}, no text`);
  }
  documents.set(path, html);
  for (const oldest of [...documents.keys()].slice(0, -most)) documents.delete(oldest);
}

/** Makes the elements of a text while nobody waits; only the last one asked for is kept. */
function parseWhenIdle(path: string): void {
  next = path;
  if (parsed?.path === path) return;
  whenIdle(() => {
    const html = documents.get(path);
    // Shown by now, or another one is expected.
    if (next !== path || html === undefined) return;
    parsed = { path, content: textIn(html) };
  });
}

/**
 * Gets a page's text ready for {@link textOf}. The first call of a page that was opened finds it in place.
 *
 * @throws Error when the page's document cannot be had
 */
export async function prepareText(path: string): Promise<void> {
  if (opened) {
    opened = false;
    return;
  }
  // A change of hash or query, or the way back from a page that could not be had.
  if (isOnScreen(path)) return;
  const known = documents.get(path);
  if (known !== undefined) {
    // Behind the others again: the first ones are forgotten first.
    documents.delete(path);
    documents.set(path, known);
  } else {
    // The click finds what the pointer began to fetch.
    const fetching = underWay.get(path) ?? fetchDocument(path).finally(() => underWay.delete(path));
    underWay.set(path, fetching);
    await fetching;
  }
  parseWhenIdle(path);
}

/** New elements of a page's text, if {@link prepareText} has been there. */
export function textOf(path: string): DocumentFragment | undefined {
  const html = documents.get(path);
  const content = parsed?.path === path ? parsed.content : html && textIn(html);
  parsed = undefined;
  next = undefined;
  return content || undefined;
}

/** Asks the browser to fetch a page's document when it has nothing better to do. */
export function prefetchText(path: string): void {
  if (!hasText(path) || documents.has(path)) return;
  inBrowser(({ document }) => {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = addressOf(path);
    document.head.append(link);
  });
}
