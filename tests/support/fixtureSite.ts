/** The site of pages that misbehave (`tests/fixtures/site`), built once per run and served per worker. */
import { test as base } from './site';
import { buildTimeoutMs, buildVariant, fixtureFolder, type BuildResult } from './builds';
import { startStrictServer } from './staticServer';

export { expect, hydrated, navigate, open } from './site';

/** Builds the fixture with one of its configurations. */
export function buildFixture(config: 'docusaurus' | 'broken' | 'warning'): Promise<BuildResult> {
  return buildVariant(`fixture-${config}`, {}, [
    fixtureFolder,
    '--config',
    `${config}.config.ts`,
    '--locale',
    'zh-Hans',
  ]);
}

/** The site's `test` with the fixture as its base URL. */
export const test = base.extend<object, { fixtureUrl: string }>({
  fixtureUrl: [
    async ({}, use) => {
      const { folder, status, log } = await buildFixture('docusaurus');
      if (status !== 0) throw new Error(`the fixture did not build:\n${log}`);
      const server = await startStrictServer(folder);
      await use(server.url);
      await server.close();
    },
    { scope: 'worker', timeout: buildTimeoutMs },
  ],
  baseURL: async ({ fixtureUrl }, use) => use(fixtureUrl),
});
