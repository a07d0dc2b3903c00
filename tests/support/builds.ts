/** Builds sites that differ from `build/`, each once per test run however many workers ask for it. */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { firstPort } from './settings';

/** What a build left behind. */
export interface BuildResult {
  /** Folder of the site; absent or incomplete when the build failed. */
  readonly folder: string;
  /** Exit status. */
  readonly status: number;
  /** Standard output and error, without colours. */
  readonly log: string;
}

/** Longest a build may take while the other workers are busy, too, in ms; waiting for another worker's counts. */
export const buildTimeoutMs = 300_000;

const buildsFolder = resolve('.tmp', `builds-${firstPort}`);

/** The fixture site, ready to build: as deep below the repository's root as where it is kept. */
export const fixtureFolder = join(buildsFolder, 'fixture-site');

/** Forgets the builds of an earlier run and prepares the fixture site; called once before the tests. */
export function prepareBuilds(): void {
  rmSync(buildsFolder, { recursive: true, force: true });
  mkdirSync(buildsFolder, { recursive: true });
  cpSync('tests/fixtures/site', fixtureFolder, { recursive: true });
  // It shares these with the real site. Links made here need none in the repository, which not every way of
  // copying it keeps.
  for (const shared of ['src', 'static', 'i18n']) {
    symlinkSync(resolve(shared), join(fixtureFolder, shared), 'junction');
  }
}

function spawnBuild(
  folder: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<{ status: number; log: string }> {
  return new Promise((done, fail) => {
    const child = spawn(
      process.execPath,
      [
        require.resolve('@docusaurus/core/bin/docusaurus.mjs'),
        'build',
        ...args,
        '--out-dir',
        folder,
      ],
      {
        env: {
          ...process.env,
          NO_COLOR: '1',
          FORCE_COLOR: '0',
          NO_UPDATE_NOTIFIER: '1',
          // Builds of one site folder must share neither generated files nor the bundler's cache.
          DOCUSAURUS_GENERATED_FILES_DIR_NAME: `${folder}.generated`,
          DOCUSAURUS_NO_PERSISTENT_CACHE: 'true',
          ...env,
        },
      },
    );
    let log = '';
    child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) => done({ status: code ?? 1, log }));
  });
}

/**
 * Builds a variant, or waits for the worker that is building it.
 *
 * @param name folder name of the variant; one name always means the same build
 * @param env settings that differ from this process's
 * @param args further arguments of `docusaurus build`, such as another site folder
 */
export async function buildVariant(
  name: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<BuildResult> {
  const folder = join(buildsFolder, name);
  const resultFile = `${folder}.json`;
  mkdirSync(buildsFolder, { recursive: true });
  try {
    mkdirSync(`${folder}.lock`);
  } catch {
    while (!existsSync(resultFile)) await delay(100);
    return JSON.parse(readFileSync(resultFile, 'utf8')) as BuildResult;
  }
  const result: BuildResult = { folder, ...(await spawnBuild(folder, env, args)) };
  // Written under another name first: whoever waits must not read half of it.
  writeFileSync(`${resultFile}.part`, JSON.stringify(result));
  renameSync(`${resultFile}.part`, resultFile);
  return result;
}

/** Path that the project page is built for. */
export const projectBase = '/repo/';

/**
 * The site as a project page without ads, which is how `pages.yml` publishes it unless told otherwise: one build
 * for the tests of either.
 */
export function buildProjectPage(): Promise<BuildResult> {
  return buildVariant('project-page', { BASE_URL: projectBase, ADS: 'off' });
}

/**
 * The pages as React's development build draws them, which names every difference between the server's page and the
 * browser's first render; production reports only those that make it draw the page anew.
 */
export function buildDevelopment(): Promise<BuildResult> {
  const pagesOnly = ['--config', 'tests/fixtures/pagesOnly.config.ts'];
  return buildVariant('development', { ADS: 'off' }, ['--dev', ...pagesOnly]);
}
