/** Everything CI asks of the site, in the order that fails soonest: `npm run check`. */
import { run } from './run';
import { endWith } from './serve';

const steps = [
  'check:proofs',
  'format:check',
  'lint',
  'typecheck',
  'check:pages',
  'lint:markdown',
  'lint:chinese',
  'test',
];

try {
  for (const step of steps) {
    console.log(`\n── ${step}`);
    run('npm', ['run', '--silent', step]);
  }
} catch (error) {
  endWith(error);
}
