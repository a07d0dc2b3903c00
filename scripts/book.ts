/** Builds the production site and serves it: `npm run book [-- --port <number>]`. */
import { run } from './run';
import { endWith, serveFromCommandLine } from './serve';

async function main(): Promise<void> {
  run('npm', ['run', '--silent', 'build']);
  await serveFromCommandLine();
}

main().catch(endWith);
