/** What the tests of looks and accessibility share. */
import type { Page } from '@playwright/test';
import { open } from './site';

/** Opens a page with the ad script failing, so that no ad stands in the way, and waits until React has taken over. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.route(/googlesyndication/, (route) => route.abort());
  await open(page, path);
}
