/** Takes a built page's text out of the page, with nothing folded: what a file to take along is made of (Node only). */
import { load, type CheerioAPI } from 'cheerio';
import { escapeHtml } from '../lib/html';

/** What belongs to the page on the screen and not to its text. */
const dropped =
  'script, style, noscript, svg, button, aside, wbr, .hash-link, [aria-hidden="true"], [data-ad], [data-reading-controls]';

/** Replaces each element that matches by what `html` makes of it, the innermost first. */
export function replaceEach(
  $: CheerioAPI,
  selector: string,
  html: (element: ReturnType<CheerioAPI>) => string,
): void {
  for (const node of $(selector).toArray().reverse()) $(node).replaceWith(html($(node)));
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
  replaceEach(
    $,
    '[data-proof]',
    (proof) => `<span class="proof">（${proof.children('[popover]').html() ?? ''}）</span>`,
  );
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
 * The text of a page, as a document of its own: everything folded is open, and no button, advertisement or
 * script is left.
 *
 * @param html the built document
 * @param pageUrl the page's address, for links, pictures and the error
 * @throws Error when the document has no main text
 */
export function unfoldedText(html: string, pageUrl: string): CheerioAPI {
  const text = load(html)('.theme-doc-markdown').first();
  if (text.length === 0) throw new Error(`${pageUrl} 里找不到正文，请检查这一页的构建结果`);
  // React separates neighbouring texts by comments.
  const page = load((text.html() ?? '').replace(/<!--.*?-->/gs, ''), null, false);
  unfoldProofs(page);
  page(dropped).remove();
  unfoldBoxes(page);
  makeAbsolute(page, pageUrl);
  return page;
}
