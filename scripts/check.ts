/** Everything CI asks of the site: `npm run check`. */
import { run, runAside } from './run';
import { endWith } from './serve';

/** What needs no built site, side by side: each step keeps one core busy, and each lane is about as long. */
const lanes = [
  ['check:proofs', 'lint', 'format:check'],
  ['check:pages', 'typecheck', 'lint:markdown', 'lint:chinese'],
];

async function checkEverything(): Promise<void> {
  const ended = await Promise.allSettled(
    lanes.map(async (steps) => {
      for (const step of steps) await runAside('npm', ['run', '--silent', step]);
    }),
  );
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  run('npm', ['run', '--silent', 'test']);
}

checkEverything().catch(endWith);
