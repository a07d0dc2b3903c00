/** Turns a built page into Markdown that reads well by itself (Node only). */
import { load, type CheerioAPI } from 'cheerio';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';

/** What belongs to the page on the screen and not to its text. */
const dropped =
  'script, style, noscript, svg, button, aside, wbr, .hash-link, [aria-hidden="true"], [data-ad], [data-reading-controls]';

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark)
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', fences: true, rule: '-', emphasis: '_' });

/** Replaces each element that matches by what `html` makes of it, the innermost first. */
function replaceEach(
  $: CheerioAPI,
  selector: string,
  html: (element: ReturnType<CheerioAPI>) => string,
): void {
  for (const node of $(selector).toArray().reverse()) $(node).replaceWith(html($(node)));
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A listing: its file name in bold, with the link, and a fenced block that names the language. */
function unfoldListings($: CheerioAPI): void {
  replaceEach($, '.theme-code-block', (block) => {
    const language = /\blanguage-([\w-]+)/.exec(block.attr('class') ?? '')?.[1] ?? 'text';
    const title = block.find('[class*=codeBlockTitle]').html();
    // A line of a listing may be an element of its own, ended by a break.
    block.find('br').replaceWith('\n');
    const code = block.find('pre').text().replace(/\n+$/, '');
    const heading = title ? `<p><strong>${title}</strong></p>` : '';
    return `${heading}<pre><code class="language-${language}">${escapeHtml(code)}\n</code></pre>`;
  });
}

/** What is folded or set apart on the page becomes a quotation that opens with its title. */
function unfoldBoxes($: CheerioAPI): void {
  replaceEach($, 'details', (details) => {
    const summary = details.children('summary').text().trim();
    details.children('summary').remove();
    return `<blockquote><p><strong>${escapeHtml(summary)}</strong></p>${details.html() ?? ''}</blockquote>`;
  });
  replaceEach($, '.theme-admonition', (note) => {
    const heading = note.children('[class*=admonitionHeading]');
    const title = heading.text().trim();
    heading.remove();
    return `<blockquote><p><strong>${escapeHtml(title)}</strong></p>${note.html() ?? ''}</blockquote>`;
  });
  replaceEach($, '.tabs-container', (tabs) => {
    const labels = tabs
      .find('[role=tab]')
      .toArray()
      .map((tab) => $(tab).text().trim());
    return tabs
      .find('[role=tabpanel]')
      .toArray()
      .map(
        (panel, i) =>
          `<p><strong>${escapeHtml(labels[i] ?? '')}</strong></p>${$(panel).html() ?? ''}`,
      )
      .join('');
  });
}

/** A proof opens on the page; here it stands in the line, in brackets. */
function unfoldProofs($: CheerioAPI): void {
  replaceEach($, '[data-proof]', (proof) => `（${proof.children('[popover]').html() ?? ''}）`);
}

/** A picture that came inside the page is a screenful of letters in Markdown: what it shows stands for it. */
function tellInlinePictures($: CheerioAPI): void {
  replaceEach($, 'img[src^="data:"]', (img) => `<em>图：${escapeHtml(img.attr('alt') ?? '')}</em>`);
}

/** Makes links and pictures work wherever the file is taken to. */
function makeAbsolute($: CheerioAPI, pageUrl: string): void {
  for (const name of ['href', 'src']) {
    for (const node of $(`[${name}]`).toArray()) {
      const target = $(node).attr(name);
      if (target) $(node).attr(name, new URL(target, pageUrl).href);
    }
  }
}

/**
 * The text of a page in Markdown: listings and recorded output in full, what is folded unfolded, links absolute.
 *
 * @param html the built document
 * @param pageUrl the page's address
 * @throws Error when the document has no main text
 */
export function toMarkdown(html: string, pageUrl: string): string {
  const $ = load(html);
  const text = $('.theme-doc-markdown').first();
  if (text.length === 0)
    throw new Error(`Markdown：${pageUrl} 里找不到正文，请检查这一页的构建结果`);
  // React separates neighbouring texts by comments.
  const page = load((text.html() ?? '').replace(/<!--.*?-->/gs, ''), null, false);
  unfoldProofs(page);
  page(dropped).remove();
  unfoldListings(page);
  unfoldBoxes(page);
  tellInlinePictures(page);
  makeAbsolute(page, pageUrl);
  return `${String(processor.processSync(page.html()))}\n---\n\n来源：<${pageUrl}>\n`;
}
