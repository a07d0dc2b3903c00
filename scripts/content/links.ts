/** The book's links to other sites: which there are, and whether they still lead somewhere. */
import { lineOf, walk } from '../../src/lib/markdown';
import type { Page } from './pages';

/** A link to another site, with one place where it stands. */
export interface ExternalLink {
  /** Address without fragment: a server is asked for a page, not for a place in it. */
  readonly url: string;
  readonly path: string;
  readonly line: number;
}

/** What asking for a page came to. */
export interface LinkResult {
  readonly link: ExternalLink;
  /** `ok`; `broken`: nothing there, or somebody else is; `unclear`: the server did not say. */
  readonly outcome: 'ok' | 'broken' | 'unclear';
  /** What was seen, for people. */
  readonly said: string;
}

/** How long one answer may take, in milliseconds. */
const answerWithin = 20_000;

/** Pages that are not there, or no more. */
const gone: readonly number[] = [404, 410];

/** Every address of another site that the pages link to, once, in order of pages and lines. */
export function externalLinks(pages: readonly Page[]): ExternalLink[] {
  const found = new Map<string, ExternalLink>();
  for (const { path, tree } of pages) {
    for (const node of walk(tree)) {
      if (node.type !== 'link' || !/^https?:/.test(node.url)) continue;
      const url = node.url.replace(/#.*$/, '');
      if (!found.has(url)) found.set(url, { url, path, line: lineOf(node) });
    }
  }
  return [...found.values()];
}

/** The part of a host's name that its owner registered, near enough: the last two labels. */
function site(url: string): string {
  return new URL(url).hostname.split('.').slice(-2).join('.');
}

/** Whether the name of the host is not registered any more: what a site that died looks like. */
function isNameless(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
}

async function ask(link: ExternalLink, request: typeof fetch): Promise<LinkResult> {
  try {
    const response = await request(link.url, {
      redirect: 'follow',
      signal: AbortSignal.timeout(answerWithin),
      headers: { accept: 'text/html,*/*' },
    });
    await response.body?.cancel();
    if (gone.includes(response.status)) {
      return { link, outcome: 'broken', said: `状态码 ${response.status}` };
    }
    if (!response.ok) return { link, outcome: 'unclear', said: `状态码 ${response.status}` };
    if (site(response.url) !== site(link.url)) {
      return { link, outcome: 'broken', said: `转到了别的网站 ${response.url}` };
    }
    return { link, outcome: 'ok', said: `状态码 ${response.status}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (isNameless(cause)) return { link, outcome: 'broken', said: '没有这个域名' };
    const said = cause instanceof Error ? cause.message : String(cause);
    return { link, outcome: 'unclear', said };
  }
}

/**
 * Asks for a page, a second time if the first answer said nothing.
 *
 * @param link an address of http or https
 * @param request asks; another one than the platform's in tests
 */
export async function checkLink(
  link: ExternalLink,
  request: typeof fetch = fetch,
): Promise<LinkResult> {
  const first = await ask(link, request);
  return first.outcome === 'unclear' ? ask(link, request) : first;
}

/** The results that somebody should look at, broken links first, one line each. */
export function formatLinkResults(results: readonly LinkResult[]): string[] {
  const line = ({ link: { url, path, line }, said }: LinkResult): string =>
    `${path}:${line} ${url}：${said}`;
  const having = (outcome: LinkResult['outcome']): LinkResult[] =>
    results.filter((result) => result.outcome === outcome);
  return [
    ...having('broken').map((result) => `失效 ${line(result)}`),
    ...having('unclear').map((result) => `没能确认 ${line(result)}`),
  ];
}
