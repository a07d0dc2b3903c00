/** What a page costs on the wire: bytes of built files as a static host compresses them. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Bytes of one page, gzipped at level 6. */
export interface PageBytes {
  readonly document: number;
  readonly styles: number;
  readonly scripts: number;
}

/** Bytes of a built file, gzipped at level 6. */
export const gzipped = (file: string): number => gzipSync(readFileSync(file), { level: 6 }).length;

/** Sum of the bytes of built files. */
export const sum = (files: readonly string[]): number =>
  files.reduce((total, file) => total + gzipped(file), 0);
