/** Which pages have a Markdown twin, and in which order the book is read. */
import { bookPages } from '../book/chapters';

/** Every page that may have a twin, in the order of reading; overviews of other pages have none. */
const order = ['', ...bookPages.map(({ path }) => path), 'changes'];

/** Where a page stands in the book; -1 for one without a twin. */
export const placeOf = (path: string): number => order.indexOf(path);

/** What `llms.txt` calls the part of the book in which a page stands. */
export function groupOf(path: string): string {
  if (path === '') return '首页';
  return bookPages.find((page) => page.path === path)?.part ?? '附录';
}
