/** Builds the production site and serves it: `npm run book [-- --port <number>]`. */
import { run } from './run';
import { endWith, readServeOptions, serveBook } from './serve';

async function main(): Promise<void> {
  // What cannot be used is said before anything takes minutes.
  const options = readServeOptions();
  run('npm', ['run', '--silent', 'build']);
  await serveBook(options);
}

main().catch(endWith);
