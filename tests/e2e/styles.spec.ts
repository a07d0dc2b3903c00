/** The style sheet of the build: all that the pages need of the theme's, and nothing they cannot show. */
import { readdirSync, readFileSync } from 'node:fs';
import postcss, { Rule } from 'postcss';
import { expect, sitemapPaths, test } from '../support/site';

const className = /\.([a-z][\w-]*)/g;

/** Class names in the selectors of a style sheet. */
function classesIn(css: string): ReadonlySet<string> {
  const classes = new Set<string>();
  postcss.parse(css).walkRules(({ selector }) => {
    for (const [, name = ''] of selector.matchAll(className)) classes.add(name);
  });
  return classes;
}

const folder = 'build/assets/css';
const built = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
const theme = readFileSync(require.resolve('infima/dist/css/default/default.css'), 'utf8');

test('every class of the theme that stands in a page has its styles', () => {
  const used = new Set(
    sitemapPaths()
      .map((path) => readFileSync(`build${path.replace(/\/$/, '')}/index.html`, 'utf8'))
      .flatMap((html) => [...html.matchAll(/ class=(?:"([^"]*)"|([^\s>]+))/g)])
      .flatMap(([, quoted, bare]) => (quoted ?? bare ?? '').split(' ')),
  );
  const needed = [...classesIn(theme)].filter((name) => used.has(name));
  expect(needed.length).toBeGreaterThan(40);
  const there = classesIn(built.join(''));
  expect(needed.filter((name) => !there.has(name))).toEqual([]);
});

test('what the theme has for pages of another kind does not stand before the first paint', () => {
  const there = classesIn(built.join(''));
  expect(['pills', 'card__image', 'avatar--vertical'].filter((name) => there.has(name))).toEqual(
    [],
  );
});

test('the colours of a text do not depend on the width of the window: everyPage.spec.ts looks at each theme at one width', () => {
  // The frame around the text, and the bar of a listing, which shows its buttons where nothing hovers.
  const framed =
    /^(?:#early-menu|\.(?:form|open|collapseSidebarButton|expandButton|sidebarHidden|sidebarLogo)_|\.theme-code-block \[class\*=(?:buttonGroup|codeBlockContent)_\])/;
  const dependent: string[] = [];
  postcss.parse(built.join('')).walkAtRules('media', (media) => {
    if (!media.params.includes('width')) return;
    media.walkDecls(/colou?r$|^background|^opacity$|^filter$/, ({ prop, parent }) => {
      if (parent instanceof Rule)
        dependent.push(...parent.selectors.map((one) => `${one} ${prop}`));
    });
  });
  expect(dependent.length).toBeGreaterThan(0);
  expect(dependent.filter((one) => !framed.test(one))).toEqual([]);
});
