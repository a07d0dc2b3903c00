// Adds the book's own components to those every page may use without importing them; tables scroll in themselves.
import MDXComponents from '@theme-original/MDXComponents';
import { pageElements } from '@site/src/components/pageElements';
import TableScroll from '@site/src/components/TableScroll';

export default { ...MDXComponents, ...pageElements, table: TableScroll };
