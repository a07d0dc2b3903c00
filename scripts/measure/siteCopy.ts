/** Copies of the book with its chapters several times over, to see how the build grows with the pages. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a build reads, copied: a configuration reached through a link would take the repository for its site. */
const copied = [
  'docusaurus.config.ts',
  'sidebars.ts',
  'sidebarsAppendix.ts',
  'package.json',
  'tsconfig.json',
  'src',
  'scripts',
  'static',
  'i18n',
  'docs',
  'appendix',
] as const;

const chapterFolder = 'docs/chapters';
const chapterList = 'src/config/chapters.ts';
const bookList = 'src/config/bookChapters.ts';

/** Between a chapter's id and the number of its copy. */
const suffix = '-copy';

/** Id of a chapter's copy. */
export function copyId(chapter: string, copy: number): string {
  return `${chapter}${suffix}${copy}`;
}

/**
 * The text of a chapter's copy: its title is its own, so that the search can tell it from the others.
 *
 * @throws Error with one line when the page has no title
 */
export function copyText(source: string, copy: number): string {
  const title = /^title: .*$/m;
  if (!title.test(source)) throw new Error('页面的 front matter 里没有 title，不能复制');
  return source.replace(title, (line) => `${line} copy${copy}`);
}

/** The list of chapters that gives every copy its place in the sidebar, after the book's own. */
export function chapterListSource(scale: number): string {
  return `import { parts as bookParts, type Part } from './bookChapters';
export type { Chapter, Part } from './bookChapters';
export { appendixPages, chapterNumber } from './bookChapters';

const copies = Array.from({ length: ${scale - 1} }, (_, index) => index + 2);

export const parts: readonly Part[] = [
  ...bookParts,
  ...copies.flatMap((copy) =>
    bookParts.map((part) => ({
      label: \`\${part.label} \${copy}\`,
      slug: \`\${part.slug}-\${copy}\`,
      chapters: part.chapters.map(({ id, title }) => ({
        id: \`\${id}${suffix}\${copy}\`,
        title: \`\${title} \${copy}\`,
      })),
    })),
  ),
];

export const chapters = parts.flatMap((part) => part.chapters);
`;
}

/** Links every entry of a folder into another; the folder itself stays one of its own, for caches and copies. */
function linkEntries(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '.cache') symlinkSync(join(from, name), join(to, name));
  }
}

/** A copy of the site on disk. */
export interface SiteCopy {
  readonly folder: string;
  readonly remove: () => void;
}

/**
 * Makes a site outside the repository with every chapter `scale` times; examples and packages are linked.
 *
 * @param repository the repository's folder
 */
export function copySite(repository: string, scale: number): SiteCopy {
  // Docusaurus compares real paths; some systems keep their temporary folder behind a link.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'measure-site-')));
  for (const name of copied) {
    cpSync(join(repository, name), join(folder, name), { recursive: true });
  }
  linkEntries(join(repository, 'node_modules'), join(folder, 'node_modules'));
  linkEntries(join(repository, 'examples'), join(folder, 'examples'));
  const chapters = readdirSync(join(folder, chapterFolder)).map((name) =>
    name.replace(/\.mdx$/, ''),
  );
  for (let copy = 2; copy <= scale; copy += 1) {
    for (const chapter of chapters) {
      const page = (id: string): string => join(folder, chapterFolder, `${id}.mdx`);
      const id = copyId(chapter, copy);
      writeFileSync(page(id), copyText(readFileSync(page(chapter), 'utf8'), copy));
      symlinkSync(join(repository, 'examples', chapter), join(folder, 'examples', id));
    }
  }
  if (scale > 1) {
    cpSync(join(folder, chapterList), join(folder, bookList));
    writeFileSync(join(folder, chapterList), chapterListSource(scale));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
