/** `npm run chapter:new -- chapter09-validation`: makes the skeleton of a chapter. */
import { Failure, runScript } from './failure';
import { makeChapter } from './newChapter';
import { newChapterMarker } from './newChapterMarker';

void runScript(() => {
  const [id, another] = process.argv.slice(2);
  if (id === undefined) {
    throw new Failure('缺少章节名，写成 npm run chapter:new -- chapter09-validation');
  }
  if (another !== undefined) {
    throw new Failure('一次只建一章，写成 npm run chapter:new -- chapter09-validation');
  }
  for (const path of makeChapter(id)) console.log(path);
  console.log(
    `\n骨架已生成。先运行 npm run examples -- ${id}，npm start 才显示得出这一页；把每处 ${newChapterMarker} 写成内容并删掉标记，再运行 npm run record -- ${id} 与 npm run examples -- ${id}`,
  );
});
