/** The mark behind a claim, drawn by a browser that runs no script, on a narrow screen, on paper. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { expect, test } from '@playwright/test';

const root = process.cwd();

const entry = `
  import { renderToStaticMarkup } from 'react-dom/server';
  import Proof from './src/components/Proof';
  const proof = { test: 'A.b', id: 'proof-1', label: 'ScopeTest.neverDestroyed', path: 'A.java', line: '4' };
  export const html = renderToStaticMarkup(<Proof {...proof} />);
`;

/** Links need the site around them; here they are links and nothing else. */
const plainLinks: Plugin = {
  name: 'plain-links',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@docusaurus\/Link$|SourceLink$/ }, () => ({
      path: 'link',
      namespace: 'plain',
    }));
    onLoad({ filter: /.*/, namespace: 'plain' }, () => ({
      contents: 'export default ({ path, children }) => <a href={`#${path}`}>{children}</a>;',
      loader: 'tsx',
      resolveDir: root,
    }));
  },
};

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 480 } });

test('a proof opens and closes by keyboard without scripts, fits, and is printed in the line', async ({
  page,
}, { outputDir }) => {
  await build({
    stdin: { contents: entry, resolveDir: root, loader: 'tsx' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    loader: { '.css': 'local-css' },
    plugins: [plainLinks],
    outfile: join(outputDir, 'proof.cjs'),
  });
  const { html } = createRequire(__filename)(join(outputDir, 'proof.cjs')) as { html: string };
  const css = readFileSync(join(outputDir, 'proof.css'), 'utf8');
  const tokens = readFileSync('src/styles/tokens.css', 'utf8');
  await page.setContent(`<style>${tokens}${css}</style><p>从不销毁。${html}</p>`);
  const note = page.locator('[popover]');
  await expect(note).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: '证据：ScopeTest.neverDestroyed' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(note).toBeVisible();
  const box = await note.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320).toBe(true);
  await page.keyboard.press('Tab');
  await expect(note.getByRole('link')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(note).toBeVisible();
  await expect(page.getByRole('button')).toBeHidden();
});
