/** What the tests of looks and accessibility share. */
import type { Page } from '@playwright/test';
import { open } from './site';

/** Opens a page with the ad script failing, so that no ad stands in the way, and waits until React has taken over. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.route(/googlesyndication/, (route) => route.abort());
  await open(page, path);
}

/**
 * Makes every listing count as near the screen from the start, so that all have their buttons; what else
 * observes the page is left alone. To be called before the page is opened.
 */
export async function bringListingsNear(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Native = window.IntersectionObserver;
    window.IntersectionObserver = class extends Native {
      private readonly tell: IntersectionObserverCallback;

      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options);
        this.tell = callback;
      }

      override observe(target: Element): void {
        if (target.tagName !== 'PRE') return super.observe(target);
        this.tell([{ target, isIntersecting: true } as unknown as IntersectionObserverEntry], this);
      }
    };
  });
}

/** Has the whole text laid out, as if the reader had scrolled through it; far from the screen the browser leaves it. */
export async function layOutEverything(page: Page): Promise<void> {
  await page.addStyleTag({
    content: '[data-kind], [data-section] { content-visibility: visible !important }',
  });
}
