/** The files of the whole book that `npm run export` puts into the built site's `downloads/`. */

/** A file to take along. */
export interface Download {
  readonly extension: 'epub' | 'pdf';
  readonly file: string;
  /** What the link says. */
  readonly label: string;
}

/** Folder of the built site in which they stand. */
export const downloadsFolder = 'downloads';

export const downloads: readonly Download[] = [
  { extension: 'epub', file: 'spring-boot-book.epub', label: 'EPUB（电子书阅读器）' },
  { extension: 'pdf', file: 'spring-boot-book.pdf', label: 'PDF（A4）' },
];
