/** Turns a built page into Markdown that reads well by itself (Node only). */
import type { CheerioAPI } from 'cheerio';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { escapeHtml } from '../lib/html';
import { replaceEach, unfoldedText } from './unfold';

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark)
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', fences: true, rule: '-', emphasis: '_' });

/** A listing: its file name in bold, with the link, and a fenced block that names the language. */
function unfoldListings($: CheerioAPI): void {
  replaceEach($, '.theme-code-block', (block) => {
    const language = /\blanguage-([\w-]+)/.exec(block.attr('class') ?? '')?.[1] ?? 'text';
    const title = block.find('[class*=codeBlockTitle]').html();
    const code = block.find('pre').text().replace(/\n+$/, '');
    const heading = title ? `<p><strong>${title}</strong></p>` : '';
    return `${heading}<pre><code class="language-${language}">${escapeHtml(code)}\n</code></pre>`;
  });
}

/** A picture that came inside the page is a screenful of letters in Markdown: what it shows stands for it. */
function tellInlinePictures($: CheerioAPI): void {
  replaceEach($, 'img[src^="data:"]', (img) => `<em>图：${escapeHtml(img.attr('alt') ?? '')}</em>`);
}

/**
 * The text of a page in Markdown: listings and recorded output in full, what is folded unfolded, links absolute.
 *
 * @param html the built document
 * @param pageUrl the page's address
 * @throws Error when the document has no main text
 */
export function toMarkdown(html: string, pageUrl: string): string {
  const page = unfoldedText(html, pageUrl);
  unfoldListings(page);
  tellInlinePictures(page);
  return `${String(processor.processSync(page.html()))}\n---\n\n来源：<${pageUrl}>\n`;
}
