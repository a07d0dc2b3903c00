/** What stands behind the heading of a section once the reader comes to it. */

/** A heading's own words, without what stands behind them. */
export const wordsOf = (heading: Element): string =>
  [...heading.childNodes]
    .filter((node) => !(node instanceof Element && node.matches('.hash-link, [data-report]')))
    .map(({ textContent }) => textContent)
    .join('')
    .trim();

/**
 * Puts a link to the form for a mistake behind a heading, once.
 *
 * @param formFor gives the form's address for a section
 */
export function offerReport(
  heading: Element,
  formFor: (section: string, anchor: string) => string,
): void {
  if (heading.querySelector('[data-report]')) return;
  const link = heading.ownerDocument.createElement('a');
  link.href = formFor(wordsOf(heading), heading.id);
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.textContent = '报告错误';
  link.dataset.report = '';
  heading.append(link);
}
