/** Runs a real `docusaurus build` whose disk loses or garbles a file of the search index. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { buildVariant } from '../support/builds';

const repository = resolve(__dirname, '../..');

/** A site of one page, whose writes of the index's shards `DISK` decides about. */
const files: Readonly<Record<string, string>> = {
  'docusaurus.config.ts': `
import files from 'node:fs/promises';
import searchPlugin from '${repository}/src/build/plugins/search';

const { writeFile } = files;
const lossyDisk = () => ({
  name: 'lossy-disk',
  async postBuild() {
    files.writeFile = async (path, content) => {
      const isShard = /search-index.terms-/.test(String(path));
      if (isShard && process.env.DISK === 'loses') return;
      await writeFile(path, isShard && process.env.DISK === 'garbles' ? 'no gzip' : content);
    };
  },
});

export default {
  title: 'fixture', url: 'https://example.com', baseUrl: '/',
  future: { experimental_faster: true, v4: { removeLegacyPostBuildHeadAttribute: true } },
  presets: [['classic', { blog: false, pages: false, docs: { routeBasePath: '/', sidebarPath: false } }]],
  plugins: [lossyDisk, searchPlugin],
};`,
  'docs/page.md': '---\nslug: /\n---\n\n# 事务失效\n\n同一个类里的调用不经过代理。\n',
};

let site: string;

test.beforeAll(() => {
  mkdirSync(join(repository, '.tmp'), { recursive: true });
  site = mkdtempSync(join(repository, '.tmp/search-build-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), text);
  }
});

test.afterAll(() => rmSync(site, { recursive: true, force: true }));

for (const [disk, reason] of [
  ['keeps', undefined],
  ['loses', /搜索索引不可用：.*ENOENT.*terms-.*。请重新构建/],
  ['garbles', /搜索索引不可用：incorrect header check。请重新构建/],
] as const) {
  test(`a disk that ${disk} a file of the index ${reason ? 'fails' : 'passes'} the build`, async () => {
    test.setTimeout(120_000);
    const { status, log } = await buildVariant(`search-${disk}`, { DISK: disk }, [site]);
    const lines = log.split('\n').filter((line) => line.includes('搜索索引'));
    expect(status === 0, log).toBe(reason === undefined);
    expect(lines, log).toHaveLength(reason ? 1 : 0);
    if (reason) expect(lines[0]).toMatch(reason);
  });
}
