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
import { chapterNumber } from '../../src/config/chapterNumber';
import { atExit } from './atExit';

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

const titleLine = /^title: .*$/m;

/** The list of chapters that gives every copy its place in the sidebar, after the book's own. */
function chapterListSource(scale: number): string {
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

/** Links a folder; Windows lets everybody make junctions, but not other links. */
function link(from: string, to: string): void {
  symlinkSync(from, to, 'junction');
}

/** Links a folder's folders into another, which stays one of its own: caches and copies lie beside the links. */
function linkEntries(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const { name } = entry;
    if (name === '.cache') continue;
    if (entry.isDirectory()) link(join(from, name), join(to, name));
    else cpSync(join(from, name), join(to, name));
  }
}

/** A copy of the site on disk. */
export interface SiteCopy {
  readonly folder: string;
  readonly remove: () => void;
}

/** Title of a chapter's copy, e.g. `copy2of3`. */
function titleOf(chapter: string, copy: number): string {
  return `copy${copy}of${chapterNumber(chapter)}`;
}

function fill(folder: string, repository: string, scale: number): void {
  for (const name of copied) {
    cpSync(join(repository, name), join(folder, name), { recursive: true });
  }
  linkEntries(join(repository, 'node_modules'), join(folder, 'node_modules'));
  linkEntries(join(repository, 'examples'), join(folder, 'examples'));
  if (scale === 1) return;
  for (const name of readdirSync(join(repository, chapterFolder))) {
    const chapter = name.replace(/\.mdx$/, '');
    const source = readFileSync(join(repository, chapterFolder, name), 'utf8');
    if (!titleLine.test(source)) {
      throw new Error(`${chapterFolder}/${name} 的 front matter 里没有 title，不能复制`);
    }
    for (let copy = 1; copy <= scale; copy += 1) {
      const id = copy === 1 ? chapter : `${chapter}${suffix}${copy}`;
      // One word of its own: the build proves that the search finds every page by its title.
      const text = source.replace(titleLine, `title: ${titleOf(chapter, copy)}`);
      writeFileSync(join(folder, chapterFolder, `${id}.mdx`), text);
      if (copy > 1) link(join(repository, 'examples', chapter), join(folder, 'examples', id));
    }
  }
  cpSync(join(folder, chapterList), join(folder, bookList));
  writeFileSync(join(folder, chapterList), chapterListSource(scale));
}

/**
 * Makes a site outside the repository with every chapter `scale` times; examples and packages are linked.
 *
 * @param repository the repository's folder
 * @param parent folder that the site is made in
 * @throws Error with one line when a chapter cannot be copied; nothing is left behind then
 */
export function copySite(repository: string, scale: number, parent = tmpdir()): SiteCopy {
  // Docusaurus compares real paths; some systems keep their temporary folder behind a link.
  const folder = realpathSync(mkdtempSync(join(parent, 'measure-site-')));
  // Retried, because a build that was just killed may write its last file meanwhile.
  const remove = atExit(() =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  );
  try {
    fill(folder, repository, scale);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}
