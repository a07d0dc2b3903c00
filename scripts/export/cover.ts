/** The book's cover, drawn by Chromium. */
import type { Browser } from '@playwright/test';

/** Size of the cover, in px: what shops and readers of e-books ask for. */
const size = { width: 1200, height: 1600 };

/**
 * Draws the cover.
 *
 * @param edition what this edition was proven with, under the title
 * @returns a PNG
 */
export async function drawCover(
  browser: Browser,
  title: string,
  subtitle: string,
  edition: string,
): Promise<Uint8Array> {
  const tab = await browser.newPage({ viewport: size });
  try {
    await tab.setContent(`<!DOCTYPE html><html lang="zh-Hans"><body style="margin:0;width:1200px;height:1600px;box-sizing:border-box;padding:180px 120px;background:#0a6847;color:#fff;font-family:'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif">
<svg width="220" height="220" viewBox="0 0 32 32" fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="2.4"><path stroke="#fff" d="M16 10q-4-3-9.5-2.5v15q6-.5 9.5 2.5 4-3 9.5-2.5v-15Q20 7 16 10"/><path stroke="#8fe0bb" d="m11 15.5 3.9 4 6.5-7.5"/></svg>
<h1 style="font-size:112px;line-height:1.2;margin:140px 0 40px"></h1><p style="font-size:52px;margin:0"></p><p style="font-size:38px;margin-top:420px"></p></body></html>`);
    const [head, line, foot] = [
      tab.locator('h1'),
      tab.locator('p').nth(0),
      tab.locator('p').nth(1),
    ];
    for (const [place, text] of [
      [head, title],
      [line, subtitle],
      [foot, edition],
    ] as const) {
      await place.evaluate((element, words) => {
        element.textContent = words;
      }, text);
    }
    return await tab.screenshot({ type: 'png' });
  } finally {
    await tab.close();
  }
}
