/** Which pages are written: the build-time view of the repository's docs folders (Node only). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { appendixPages, parts, type Chapter, type Part } from './chapters';

const root = process.cwd();

function hasPage(folder: string, id: string): boolean {
  return existsSync(join(root, folder, `${id}.mdx`));
}

/** The parts reduced to chapters that have a page; empty parts are left out. */
export function writtenParts(): readonly Part[] {
  return parts
    .map((part) => ({
      ...part,
      chapters: part.chapters.filter(({ id }) => hasPage('docs/chapters', id)),
    }))
    .filter((part) => part.chapters.length > 0);
}

/** Chapters that have a page, in reading order. */
export function writtenChapters(): readonly Chapter[] {
  return writtenParts().flatMap((part) => part.chapters);
}

/** Appendix pages that are written, in sidebar order. */
export function writtenAppendixPages(): readonly Chapter[] {
  return appendixPages.filter(({ id }) => hasPage('appendix', id));
}
