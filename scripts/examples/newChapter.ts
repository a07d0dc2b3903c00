/** Makes the skeleton of a chapter: page, module, test, exercise. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chapterNumber, chapters } from '../../src/book/chapters';
import { Failure } from './failure';
import { listFiles, repositoryRoot } from './modules';

const templateFolder = join(__dirname, 'template');

/** The chapter to make, checked. */
function chapterToMake(id: string, root: string): { id: string; title: string } {
  const known = chapters.find((chapter) => chapter.id === id);
  if (!known) {
    const open = chapters.filter((chapter) => !existsSync(pagePath(root, chapter.id)));
    const left =
      open.length > 0
        ? `还没写的有：${open.map((chapter) => chapter.id).join('、')}`
        : '表里的都写了：先把新的一章加进表里';
    throw new Failure(`章节表 src/book/chapters.ts 里没有 ${id}，${left}`);
  }
  for (const path of [pagePath(root, id), join(root, 'examples', id)]) {
    if (existsSync(path)) throw new Failure(`${path} 已经存在，没有改动任何文件`);
  }
  return known;
}

function pagePath(root: string, id: string): string {
  return join(root, 'docs/chapters', `${id}.mdx`);
}

/**
 * Adds a module to the reactor unless it is there, keeping the modules' order by name.
 *
 * @param pom text of `examples/pom.xml`
 * @throws Failure if the list of modules is not found
 */
export function addModule(pom: string, id: string): string {
  const list = /<modules>\n([^]*?)(\s*)<\/modules>/.exec(pom);
  const [, entries = '', indent = ''] = list ?? [];
  if (!list) throw new Failure('examples/pom.xml 里没有 <modules>，无法登记新模块');
  const lines = entries.split('\n').filter((line) => line.trim() !== '');
  const entry = `    <module>${id}</module>`;
  // A chapter that was thrown away by hand is still listed, and Maven refuses a module that is listed twice.
  if (lines.some((line) => line.trim() === entry.trim())) return pom;
  const isLater = (line: string): boolean => (/<module>(chapter[^<]+)</.exec(line)?.[1] ?? '') > id;
  const at = lines.findIndex(isLater);
  lines.splice(at < 0 ? lines.length : at, 0, entry);
  return pom.replace(list[0], () => `<modules>\n${lines.join('\n')}${indent}</modules>`);
}

/**
 * Makes a chapter's skeleton; nothing is written if anything is in the way.
 *
 * @param id the chapter's id as in `src/book/chapters.ts`
 * @returns paths written, from the repository's root
 * @throws Failure for an unknown chapter or files that exist already
 */
export function makeChapter(id: string, root: string = repositoryRoot): string[] {
  const { title } = chapterToMake(id, root);
  const pomPath = join(root, 'examples/pom.xml');
  const pom = addModule(readFileSync(pomPath, 'utf8'), id);
  const values: Readonly<Record<string, string>> = {
    chapter: id,
    number: String(chapterNumber(id)),
    title,
  };
  try {
    const written = writeSkeleton(values, root);
    writeFileSync(pomPath, pom);
    return [...written, 'examples/pom.xml'];
  } catch (error) {
    for (const path of [pagePath(root, id), join(root, 'examples', id)]) {
      if (existsSync(path)) rmSync(path, { recursive: true });
    }
    throw new Failure(`没有建成，没有改动任何文件：${String(error)}`);
  }
}

/** Fills the templates in; returns the paths written, from the repository's root. */
function writeSkeleton(values: Readonly<Record<string, string>>, root: string): string[] {
  const id = values.chapter ?? '';
  return listFiles(templateFolder).map((file) => {
    const target =
      file === 'page.mdx'
        ? `docs/chapters/${id}.mdx`
        : file.replace(/^module\//, `examples/${id}/`);
    const text = readFileSync(join(templateFolder, file), 'utf8').replace(
      /\{\{(\w+)\}\}/g,
      (whole: string, name: string) => values[name] ?? whole,
    );
    mkdirSync(dirname(join(root, target)), { recursive: true });
    writeFileSync(join(root, target), text);
    return target;
  });
}
