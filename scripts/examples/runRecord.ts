/** `npm run record [-- chapterNN]`: records the examples' output anew and shows what changed. */
import { spawnSync } from 'node:child_process';
import { Failure, runScript } from './failure';
import { maven } from './maven';
import { moduleNamed, repositoryRoot } from './modules';
import { ensurePrograms } from './programs';

void runScript(() => {
  const [typed] = process.argv.slice(2);
  const module = typed === undefined ? undefined : moduleNamed(typed);
  const only = module === undefined ? [] : ['-pl', module, '-am'];
  const args = ['-B', '-f', 'examples', 'verify', '-Dbook.record=true', ...only];
  const missing = ensurePrograms();
  if (missing !== undefined) console.log(missing);
  if (maven(args, repositoryRoot) !== 0) {
    throw new Failure('录制失败：测试没有全部通过，原因见上');
  }
  const folder = module === undefined ? 'examples' : `examples/${module}`;
  const changed = spawnSync('git', ['status', '--short', '--', folder], { encoding: 'utf8' });
  console.log(changed.stdout.trim() === '' ? '输出没有变化' : '以下文件变了，请逐个看过再提交：');
  spawnSync('git', ['--no-pager', 'diff', '--stat', '--', folder], { stdio: 'inherit' });
  process.stdout.write(changed.stdout);
});
