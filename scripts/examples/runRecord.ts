/** `npm run record [-- chapterNN …]`: records the examples' output anew and shows what changed. */
import { spawnSync } from 'node:child_process';
import { Failure, runScript } from './failure';
import { runModules } from './moduleRuns';
import { exampleModules, moduleNamed } from './modules';

void runScript(async () => {
  const typed = process.argv.slice(2);
  const named = new Set(typed.map((name) => moduleNamed(name)));
  const modules = named.size === 0 ? exampleModules() : [...named];
  const runs = await runModules(modules, { record: true });
  const failed = runs.filter(({ outcome }) => outcome !== 'success');
  if (failed.length > 0) {
    throw new Failure(
      `录制失败：${failed.map(({ module }) => module).join('、')} 的测试没有全部通过，原因见上`,
    );
  }
  const folders = modules.map((module) => `examples/${module}`);
  const changed = spawnSync('git', ['status', '--short', '--', ...folders], { encoding: 'utf8' });
  console.log(changed.stdout.trim() === '' ? '输出没有变化' : '以下文件变了，请逐个看过再提交：');
  spawnSync('git', ['--no-pager', 'diff', '--stat', '--', ...folders], { stdio: 'inherit' });
  process.stdout.write(changed.stdout);
  console.log(`看过之后运行 npm run examples${typed.length === 0 ? '' : ` -- ${typed.join(' ')}`}，它核对录制并写证明`);
});
