/** `npm run stamp [-- --check]`: refreshes or checks the data of the last verified run. */
import { Failure, runScript } from './failure';
import { checkStamps, writeStamps } from './stamp';

void runScript(() => {
  const [mode] = process.argv.slice(2);
  if (mode === '--check') {
    checkStamps();
    console.log('src/data 与最近一次测试的结果一致');
  } else if (mode === undefined) {
    const { verification, versions } = writeStamps();
    console.log(
      `已写入 ${Object.keys(verification).length} 章的验证数据，${versions.libraries.length} 个组件的版本`,
    );
  } else {
    throw new Failure(`不认识的参数 ${mode}，只能是 --check`);
  }
});
