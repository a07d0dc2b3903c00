/** What is fetched for a reader with a record, or for one who begins to read. */
import type { Page } from '../lib/browser';
import { showRecord } from './marks';
import { emptyRecord } from './record';
import { loadRecord, saveRecord } from './storage';

export { showRecord };
export { watchReading } from './watch';

/** What a button with `data-reading` asks for: to clear the record, or to have none. */
export type Wish = 'clear' | 'off';

const answers = { clear: '已清除。', off: '已清除，以后不再记录。', on: '从现在起重新记录。' };

/** Does it at once, shows what is left, and says so. */
export function obey(page: Page, wish: Wish): void {
  const { off } = loadRecord();
  const isOff = wish === 'off' ? !off : off;
  saveRecord({ ...emptyRecord, off: isOff });
  showRecord(page);
  const status = page.document.querySelector('[data-reading-controls] [role="status"]');
  if (status) status.textContent = answers[wish === 'off' && !isOff ? 'on' : wish];
}
