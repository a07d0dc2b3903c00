/** The book's pages, parsed once per worker: parsing them takes longer than most tests of them. */
import { readFileSync } from 'node:fs';
import { parsePage, readPages, type Page } from '../../scripts/content/pages';

let pages: Promise<readonly Page[]> | undefined;

/** Every page of the repository, parsed. */
export function bookPages(): Promise<readonly Page[]> {
  return (pages ??= readPages(process.cwd()));
}

/** One chapter of the repository, parsed. */
export function chapterPage(id: string): Promise<Page> {
  const path = `docs/chapters/${id}.mdx`;
  return parsePage(path, readFileSync(path, 'utf8'));
}
