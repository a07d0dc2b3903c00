/** Marks the sections that changed since the reader was last on the page. */
import type { Page } from '../lib/browser';
import { shownPath } from '../navigation/loading';
import type { ReadingRecord } from './record';

/** Headings of changed sections; `src/book/entries/changes.ts` gives them the place in the list of changes. */
const changedHeadings = '.theme-doc-markdown [data-changed]';

/** Set on what is to be marked; the value is what the style below draws. */
const markAttribute = 'data-changed-since';
const styleId = 'reading-changes';

const placeOf = (heading: Element): number => Number(heading.getAttribute('data-changed'));

/** Place of the page's newest change; 0 when it has none. */
export function newestChange({ document }: Page): number {
  return Math.max(0, ...[...document.querySelectorAll(changedHeadings)].map(placeOf));
}

/** Marks what is newer than what was noted when this page was last looked at; once for as long as it stands. */
export function markChanged(page: Page, { seen }: ReadingRecord): void {
  const { document } = page;
  const known = seen[shownPath(page).replace(/\/$/, '')];
  if (known === undefined) return;
  const fresh = [...document.querySelectorAll(changedHeadings)].filter(
    (heading) => placeOf(heading) > known,
  );
  for (const heading of fresh) heading.setAttribute(markAttribute, '');
  if (fresh.length === 0 || document.getElementById(styleId)) return;
  const style = document.createElement('style');
  style.id = styleId;
  style.textContent = `[${markAttribute}]::after{content:"改过";content:"改过"/"，上次读过之后改过";margin-inline-start:.6em;padding:.1em .45em;border:1px solid;border-radius:.3em;color:var(--book-ink-soft);font-size:.75rem;font-weight:400;vertical-align:middle}`;
  document.head.append(style);
}
