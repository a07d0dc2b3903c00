/** Shows what is recorded: the way back on the home page, and the chapters that were read. */
import type { Page } from '../lib/browser';
import { labelOf, type ReadingRecord } from './record';
import { markChanged } from './changed';
import { loadRecord } from './storage';

const styleId = 'reading-marks';

/** Lists of chapters: the sidebar, also as a phone's menu, and the map. */
const lists = ['.menu__link', '[data-book-map] a'];

/** Marks the chapters read, wherever they are listed; readers of screens hear it, too. */
function markRead({ document }: Page, read: readonly string[]): void {
  const selectors = read.flatMap((path) =>
    lists.map((list) => `${list}[href="${CSS.escape(path)}"]::after`),
  );
  const style = document.getElementById(styleId) ?? document.createElement('style');
  style.id = styleId;
  style.textContent = selectors.length
    ? `${selectors.join()}{content:" ✓";content:" ✓"/"，已读";color:var(--book-ink-soft)}`
    : '';
  document.head.append(style);
}

/** What the home page says to a reader without a record. */
const unread = new WeakMap<Element, Node[]>();

/** Puts the way back in the place of the way in; takes it away again when the record is gone. */
function offerWayBack({ document }: Page, { last }: ReadingRecord): void {
  const line = document.querySelector('[data-start-line]');
  if (!line) return;
  if (!unread.has(line)) unread.set(line, [...line.childNodes]);
  if (!last) {
    line.replaceChildren(...(unread.get(line) ?? []));
    return;
  }
  const link = document.createElement('a');
  link.href = last.path + (last.anchor && `#${last.anchor}`);
  link.textContent = labelOf(last);
  line.replaceChildren('继续读：', link);
}

/** Shows the record on the page as it stands. */
export function showRecord(page: Page): void {
  const record = loadRecord();
  markRead(page, record.read);
  markChanged(page, record);
  offerWayBack(page, record);
  const off = page.document.querySelector('[data-reading="off"]');
  if (off) off.textContent = record.off ? '重新开始记录' : '不再记录';
}
