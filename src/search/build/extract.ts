/** Reads a built page as the reader sees it, and cuts it into sections (Node only). */
import { load, type CheerioAPI } from 'cheerio';
import type { PageKind } from '../core/format';

/** A line of a section's text; code counts less than prose. */
interface Line {
  readonly text: string;
  readonly code: boolean;
}

/** A heading and what stands below it, up to the next heading. */
export interface Section {
  readonly anchor: string;
  readonly heading: string;
  readonly level: number;
  readonly lead?: string;
  readonly lines: readonly Line[];
  /** How readers ask for it in words that its text lacks. */
  readonly questions?: readonly string[];
}

/** A page ready to be indexed. */
export interface Page {
  /** Path below the base URL, without a leading slash. */
  readonly path: string;
  readonly title: string;
  readonly kind: PageKind;
  readonly sections: readonly Section[];
}

/** What no reader searches for: controls, pictures' insides, ads, the page's frame. */
const skipped =
  'script, style, noscript, svg, button, nav, aside, .hash-link, .theme-doc-footer, .theme-doc-toc-mobile, [data-search-skip]';
const blocks = new Set(
  'address article blockquote dd details div dl dt figcaption figure footer h4 h5 h6 header hr li main ol p pre section summary table tbody td th thead tr ul'.split(
    ' ',
  ),
);

/** Longest message that an error entry offers for pasting, in characters. */
const leadLength = 240;

/** Lines that every failed start prints. */
const boilerplate = /^\W*$|^APPLICATION FAILED TO START$|^(Description|Action):$/;

interface OpenSection {
  anchor: string;
  heading: string;
  level: number;
  lines: Line[];
}

type DomNode = ReturnType<CheerioAPI>[number];

/** Gathers text line by line; block elements, breaks and code lines end a line. */
class Walker {
  readonly sections: OpenSection[];
  private line = '';
  private code = false;
  /** Found all at once: asking each element costs more than all the rest. */
  private readonly skipped: ReadonlySet<DomNode>;

  constructor(
    private readonly $: CheerioAPI,
    title: string,
  ) {
    this.sections = [{ anchor: '', heading: title, level: 1, lines: [] }];
    this.skipped = new Set($(skipped));
  }

  /** Ends the current line. */
  flush(): void {
    const text = this.line.replace(/\s+/g, ' ').trim();
    if (text) {
      this.sections.at(-1)?.lines.push({ text, code: this.code });
    }
    this.line = '';
  }

  private heading(node: DomNode): void {
    const element = this.$(node).clone();
    element.find(skipped).remove();
    const name = this.$(node).prop('tagName') ?? '';
    this.sections.push({
      anchor: this.$(node).attr('id') ?? '',
      heading: element
        .text()
        .replace(/\u200b/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
      level: Number(name.slice(1)),
      lines: [],
    });
  }

  walk(node: DomNode): void {
    if (node.type === 'text') {
      const parts = this.code ? node.data.split('\n') : [node.data];
      parts.forEach((part, i) => {
        if (i > 0) this.flush();
        this.line += part;
      });
      return;
    }
    if (node.type !== 'tag') return;
    if (this.skipped.has(node) || node.name === 'h1') return;
    if (/^h[2-6]$/.test(node.name) && node.attribs.id) {
      this.flush();
      this.heading(node);
      return;
    }
    if (node.name === 'img') {
      this.line += ` ${node.attribs.alt ?? ''} `;
      return;
    }
    if (node.name === 'br') {
      this.flush();
      return;
    }
    const breaks = blocks.has(node.name);
    if (breaks) this.flush();
    const wasCode = this.code;
    if (node.name === 'pre') this.code = true;
    for (const child of node.childNodes) this.walk(child);
    if (breaks) this.flush();
    this.code = wasCode;
  }
}

/** What kind of page stands at a path below the base URL. */
function kindOf(path: string): PageKind {
  if (path === '') return 'home';
  if (path.startsWith('chapters/')) return 'chapter';
  if (path === 'appendix/faq') return 'errors';
  return path.includes('/category/') ? 'overview' : 'appendix';
}

function leadOf(kind: PageKind, section: OpenSection, keywords: string): string | undefined {
  if (section.level === 1) return keywords || undefined;
  if (kind !== 'errors') return undefined;
  const message =
    section.lines.find(({ code, text }) => code && !boilerplate.test(text)) ?? section.lines[0];
  return message?.text.slice(0, leadLength);
}

/**
 * Cuts a built page into sections.
 *
 * @param html the built document
 * @param path the page's path below the base URL, without a leading slash
 * @throws Error when the document has no main text
 */
export function extractPage(html: string, path: string): Page {
  // The build's own markup needs no repairs, and the parser that makes none is several times as fast.
  const $ = load(html, { xml: { xmlMode: false } });
  const markdown = $('.theme-doc-markdown').first();
  const root = markdown.length > 0 ? markdown : $('main').first();
  const kind = kindOf(path);
  const title = $('main h1').first().text().trim() || $('title').text().split(' | ')[0] || '';
  if (root.length === 0 || !title) {
    throw new Error(`搜索索引：页面 /${path} 里找不到正文或标题，请检查这一页的构建结果`);
  }
  const walker = new Walker($, title);
  const description = $('meta[name="description"]').attr('content') ?? '';
  if (description) walker.sections[0]?.lines.push({ text: description, code: false });
  for (const node of root.contents()) walker.walk(node);
  walker.flush();
  const keywords = ($('meta[name="keywords"]').attr('content') ?? '').replaceAll(',', ' ');
  return {
    path,
    title,
    kind,
    sections: walker.sections.map((section) => {
      const lead = leadOf(kind, section, keywords);
      return { ...section, ...(lead && { lead }) };
    }),
  };
}
