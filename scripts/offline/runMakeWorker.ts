/** Runs after every `npm run build`: writes the service worker that keeps the book for readers who ask for it. */
import { endWith } from '../serve';
import { makeWorker } from './makeWorker';
import { megabytes } from '../../src/offline/messages';

async function main(): Promise<void> {
  const { files, bytes } = await makeWorker('build');
  console.log(`离线阅读：${files} 个文件，共 ${megabytes(bytes)}。`);
}

main().catch(endWith);
