/**
 * Renders the bitmaps that cannot be SVG: the card that links to the book show, and the small icon for browsers
 * without SVG icons. Run by hand after editing a drawing: `npx tsx scripts/images/render.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../browser';

const root = join(__dirname, '../..');

/** What to render: drawing and bitmap from the repository's folder, size in px. */
const images = [
  {
    from: 'scripts/images/social-card.svg',
    to: 'static/img/social-card.png',
    width: 1200,
    height: 630,
  },
  { from: 'static/img/favicon.svg', to: 'static/img/favicon-32.png', width: 32, height: 32 },
  {
    from: 'static/img/favicon.svg',
    to: 'static/img/apple-touch-icon.png',
    width: 180,
    height: 180,
  },
];

async function main(): Promise<void> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath: ensureBrowser('measurements'),
    args: sandbox,
  });
  try {
    for (const { from, to, width, height } of images) {
      const page = await browser.newPage({ viewport: { width, height } });
      const drawing = readFileSync(join(root, from), 'utf8');
      await page.setContent(
        `<style>body{margin:0}body>svg{display:block;width:${width}px;height:${height}px}</style>${drawing}`,
      );
      await page.screenshot({ path: join(root, to), omitBackground: true });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

void main();
