/** axe in a page: what it finds, in both themes, at a price that a long chapter can pay. */
import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const standards = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22a',
  'wcag22aa',
  'best-practice',
];
/** The theme changes colours and nothing else: where the rest is checked once, only these see the other theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Which rules look: those of all standards, only those that look at colours, or all but those. */
export type Rules = 'all' | 'colours' | 'structure';

function optionsOf(rules: Rules, without: readonly string[]): RunOptions {
  if (rules === 'colours') return { runOnly: { type: 'rule', values: colourRules } };
  const disabled = [...without, ...(rules === 'structure' ? colourRules : [])];
  return {
    runOnly: { type: 'tag', values: standards },
    rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
  };
}

/**
 * Waits until what was just changed is drawn and the page has come to rest: for some frames nothing in it
 * changes and nothing moves. A colour half-way to another is none of either, and a menu that folds still has
 * its links in the place of the next.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        // What the theme folds changes at every second frame at least.
        const enough = 5;
        let frames = 0;
        const observer = new MutationObserver(() => (frames = 0));
        observer.observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        const onFrame = (): void => {
          const moves = document.getAnimations().some(({ playState }) => playState === 'running');
          frames = moves ? 0 : frames + 1;
          if (frames < enough) {
            requestAnimationFrame(onFrame);
            return;
          }
          observer.disconnect();
          done();
        };
        requestAnimationFrame(onFrame);
      }),
  );
}

/**
 * What axe finds, one line per rule with the elements concerned.
 *
 * @param within selector of what is looked at; the whole document if not given
 * @param without rules left out
 */
export async function violations(
  page: Page,
  rules: Rules,
  { within, without = [] }: { within?: string; without?: readonly string[] } = {},
): Promise<readonly string[]> {
  await settled(page);
  // Half a megabyte, to be read and compiled: once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ context, options }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      // Twice as fast: no selectors for what passed.
      const found = await inPage.run(context ?? document, {
        ...options,
        resultTypes: ['violations'],
      });
      return found.violations.map(
        ({ id, help, nodes }) =>
          `${id} (${help}): ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
      );
    },
    { context: within, options: optionsOf(rules, without) },
  );
}

/** Changes the system's theme, which the page follows, and waits until it has. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/**
 * Removes what repeats: elements of whose kind (their tag and class, and those of all around them) two have been
 * seen. A long chapter has twenty thousand elements, whose contrast is most of axe's time, and those of one kind
 * cannot differ in colour.
 *
 * @param within selector of what is looked through
 */
export async function thinOut(page: Page, within: string): Promise<void> {
  await page.evaluate((selector) => {
    const seen = new Map<string, number>();
    const kinds = new Map<Element, string>();
    const kindOf = (element: Element): string => {
      const known = kinds.get(element);
      if (known !== undefined) return known;
      const { parentElement, tagName } = element;
      const own = ['class', 'style', 'data-kind', 'role', 'hidden', 'open'].map((name) =>
        // How many lines a listing has room for, which is no colour and differs from one to the next.
        element.getAttribute(name)?.replace(/--(?:lines|title): *\d+;?/g, ''),
      );
      const kind = `${parentElement ? kindOf(parentElement) : ''}>${tagName}:${own.join()}`;
      kinds.set(element, kind);
      return kind;
    };
    const isKnown = (element: Element): boolean => (seen.get(kindOf(element)) ?? 0) >= 2;
    const thin = (element: Element): void => {
      if (isKnown(element) && Array.from(element.querySelectorAll('*')).every(isKnown)) {
        element.remove();
        return;
      }
      seen.set(kindOf(element), (seen.get(kindOf(element)) ?? 0) + 1);
      Array.from(element.children).forEach(thin);
    };
    document.querySelectorAll(selector).forEach(thin);
  }, within);
}
