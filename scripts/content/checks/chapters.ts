/** Checks of what belongs together: page, list of chapters, example module, exercises. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chapters } from '../../../src/book/chapters';
import { exampleChapters, exercisesOf, listFiles } from '../../examples/modules';
import { newChapterMarker } from '../../examples/newChapterMarker';
import { attributeOf, lineOf, walk } from '../../../src/lib/markdown';
import { pageFolders, type Page } from '../pages';
import type { Problem } from '../problem';

/** Every chapter page is in the list of chapters and has a module, every module has a page. */
export function checkModules(pages: readonly Page[], root: string): Problem[] {
  const modules = exampleChapters(root);
  const known = chapters.map(({ id }) => id);
  const written = pages.flatMap(({ chapter, path }) => (chapter ? [{ chapter, path }] : []));
  return [
    ...written
      .filter(({ chapter }) => !known.includes(chapter))
      .map(({ path }) => ({ path, line: 0, message: '不在 src/book/chapters.ts 的章节表里' })),
    ...written
      .filter(({ chapter }) => !modules.includes(chapter))
      .map(({ chapter, path }) => ({ path, line: 0, message: `没有示例模块 examples/${chapter}` })),
    ...modules
      .filter((chapter) => !written.some((page) => page.chapter === chapter))
      .map((chapter) => ({
        path: `examples/${chapter}`,
        line: 0,
        message: `没有页面 docs/chapters/${chapter}.mdx`,
      })),
  ];
}

/** Every exercise folder is on its page with an answer, and every exercise on the page has its folder. */
export function checkExercises(page: Page, root: string): Problem[] {
  const { path, chapter, elements } = page;
  if (chapter === undefined) return [];
  const folders = exercisesOf(chapter, root);
  const shown = elements
    .filter(({ name }) => name === 'Exercise')
    .map((element) => ({ element, name: attributeOf(element, 'name') ?? '' }));
  const missing = folders
    .filter((folder) => !shown.some(({ name }) => name === folder))
    .map((folder) => ({
      path,
      line: 0,
      message: `练习 examples/${chapter}/exercises/${folder} 不在页面上，请加 <Exercise name="${folder}" …>`,
    }));
  const wrong = shown.flatMap(({ element, name }) => {
    const line = lineOf(element);
    const problems: Problem[] = [];
    if (!folders.includes(name)) {
      problems.push({
        path,
        line,
        message: `<Exercise name="${name}"> 没有文件夹 examples/${chapter}/exercises/${name}，已有：${folders.join('、') || '（无）'}`,
      });
    }
    const inner = [...walk(element)];
    const answer = inner.find((node) => 'name' in node && node.name === 'Answer');
    const solution = `exercises/${name}/solution/`;
    const includes = answer
      ? [...walk(answer)].filter((node) => node.type === 'code').map(({ meta }) => meta ?? '')
      : [];
    if (!includes.some((meta) => meta.includes(`file=${solution}`))) {
      problems.push({
        path,
        line,
        message: `练习 ${name} 没有折叠的答案：在 <Answer> 里用 file=${solution}… 引用答案文件`,
      });
    }
    return problems;
  });
  return [...missing, ...wrong];
}

/** Pages that the site would publish and no check would see. */
export function checkExtensions(root: string): Problem[] {
  return pageFolders.flatMap((folder) =>
    listFiles(join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => ({
        path: `${folder}/${file}`,
        line: 0,
        message: '改名为 .mdx：检查只看 .mdx 的页面',
      })),
  );
}

/** Files of the examples that `chapter:new` made and nobody filled. */
export function checkUnfilledExamples(root: string): Problem[] {
  return listFiles(join(root, 'examples')).flatMap((file) => {
    const path = `examples/${file}`;
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes(newChapterMarker));
    return at < 0
      ? []
      : [{ path, line: at + 1, message: `还留着新章标记 ${newChapterMarker}：写好后把这一行删掉` }];
  });
}
