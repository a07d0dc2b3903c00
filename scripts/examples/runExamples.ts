/** `npm run examples`: builds and tests all examples, then checks the committed stamps. */
import { join } from 'node:path';
import { Failure, runScript } from './failure';
import { findJdk } from './jdk';
import { maven } from './maven';
import { exampleModules, repositoryRoot } from './modules';
import { ensurePrograms } from './programs';
import { readTestRun, removeReports } from './reports';
import { checkStamps } from './stamp';

void runScript(() => {
  const { home, feature } = findJdk();
  console.log(`用 JDK ${feature}（${home}）构建 examples/`);
  const missing = ensurePrograms();
  if (missing !== undefined) console.log(missing);
  for (const module of exampleModules()) removeReports(join(repositoryRoot, 'examples', module));
  if (maven(['-B', '-f', 'examples', 'verify'], repositoryRoot) !== 0) {
    throw new Failure(
      'examples/ 构建失败，原因见上。若是录制的输出变了而且变得对，运行 npm run record 重新录制',
    );
  }
  const skipping = exampleModules().filter(
    (module) => (readTestRun(join(repositoryRoot, 'examples', module))?.skipped ?? 0) > 0,
  );
  if (skipping.length > 0) {
    console.log(
      `示例通过；${skipping.join('、')} 有测试因缺少服务或程序而跳过（服务用 examples/compose.yaml 启动），所以没有核对验证数据`,
    );
    return;
  }
  checkStamps();
  console.log('全部示例通过，验证数据一致');
});
