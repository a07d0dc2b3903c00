import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadContext, PostCssOptions } from '@docusaurus/types';
import { expect, test } from '@playwright/test';
import postcss, { type AcceptedPlugin } from 'postcss';
import unusedStyles from '../../src/build/plugins/unusedStyles';

let place: string;

test.beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'unused-styles-'));
});

test.afterEach(() => rmSync(place, { recursive: true, force: true }));

/** The theme's style sheet after a production build of a book that stands in this folder. */
async function builtStyles(siteDir: string): Promise<string> {
  const plugin = unusedStyles({ siteDir } as LoadContext);
  plugin.configureWebpack?.({ mode: 'production' }, false, {} as never, undefined);
  const options = plugin.configurePostCss?.({ plugins: [] } as unknown as PostCssOptions);
  const theme = '.pagination-nav { color: red } .avatar { color: red }';
  const { css } = await postcss(options?.plugins as AcceptedPlugin[]).process(theme, {
    from: join(siteDir, 'node_modules/infima/default.css'),
  });
  return css;
}

for (const name of ['book', '书 店', 'book-main (1)', '[book] {draft}']) {
  test(`a book in the folder “${name}” keeps the styles that it uses, and only those`, async () => {
    const root = join(place, name);
    mkdirSync(join(root, 'docs'), { recursive: true });
    writeFileSync(join(root, 'docs/intro.mdx'), '<nav className="pagination-nav" />');
    const css = await builtStyles(root);
    expect(css).toContain('.pagination-nav');
    expect(css).not.toContain('.avatar');
  });
}
