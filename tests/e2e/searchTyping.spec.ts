/** What the search does between two keys: the answer comes first, what it may wait for comes in a pause. */
import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';

test('texts are fetched when typing pauses, and the excerpts appear', async ({ page }) => {
  await page.route(/googlesyndication/, (route) => route.abort());
  const arrived = new Set<string>();
  page.on('requestfinished', (request) => arrived.add(request.url().split('/').pop() ?? ''));
  const texts = (): string[] => [...arrived].filter((name) => name.startsWith('text-'));
  await page.goto('/chapters/chapter03-first-app');
  await expect(page.locator('html')).toHaveAttribute('data-has-hydrated', 'true');
  await page.keyboard.press('/');
  const needed = readdirSync('build/search-index').filter((name) => !name.startsWith('text-'));
  await expect.poll(() => needed.filter((name) => !arrived.has(name))).toEqual([]);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const list = page.getByRole('listbox', { name: '搜索结果' });
  for (const typed of ['端口', '端口被', '端口被占']) {
    await page.getByRole('combobox', { name: '搜索全书' }).fill(typed);
    await expect(list).toHaveAttribute('data-query', typed);
  }
  // The list is whole without waiting for a pause.
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(7);
  expect(texts()).toEqual([]);
  const first = page.getByRole('option').first();
  const before = await first.innerText();
  await page.clock.runFor(1000);
  await expect.poll(() => texts().length).toBeGreaterThan(0);
  await expect.poll(() => first.innerText()).not.toBe(before);
  await expect(first).toContainText('端口');
});
