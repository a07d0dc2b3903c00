import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

/** The commands by which a workflow gets the programs that the examples start. */
function programsOf(workflow: string): string {
  const text = readFileSync(`.github/workflows/${workflow}.yml`, 'utf8');
  return /^ *sudo \/usr\/share\/postgresql-common[^]*?systemctl stop .*$/m.exec(text)?.[0] ?? '';
}

test('the canary has what the examples need, and is root as their Docker engine asks: where CI=true what is missing fails', () => {
  expect(programsOf('examples')).toContain('prometheus');
  expect(programsOf('canary')).toBe(programsOf('examples'));
  expect(readFileSync('.github/workflows/canary.yml', 'utf8')).toContain(
    'sudo -E env "PATH=$PATH" npm run canary',
  );
});
