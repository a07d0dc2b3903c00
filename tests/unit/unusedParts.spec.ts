import { expect, test } from '@playwright/test';
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unusedNavbarItems, unusedParts } from '../../src/lean/unusedParts';

interface Rule {
  readonly test: RegExp;
  readonly use: { readonly loader: string; readonly options: object };
}

const load = createRequire(__filename);
const theme = join(load.resolve('@docusaurus/theme-classic'), '../theme');
const parts = [
  'AnnouncementBar/index.js',
  'DocVersionBanner/index.js',
  'ContentVisibility/index.js',
].map((name) => join(theme, name));
const items = join(theme, 'NavbarItem/ComponentTypes.js');

let site: string;
test.beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'unused-parts-'));
  mkdirSync(join(site, 'docs/one'), { recursive: true });
  writeFileSync(join(site, 'docs/one/page.mdx'), '---\ntitle: 一\n---\n\nunlisted: true\n');
});
test.afterEach(() => rmSync(site, { recursive: true }));

const rule = (themeConfig: Record<string, unknown>): Rule =>
  unusedParts({ themeConfig }, site) as Rule;

/** What the browser gets of a file of the theme. */
function browserGets(themeConfig: Record<string, unknown>, file: string): string {
  const { test: concerned, use } = rule(themeConfig);
  const source = readFileSync(file, 'utf8');
  if (!concerned.test(file)) return source;
  const loader = load(use.loader) as (this: object, source: string) => string;
  const context = {
    resourcePath: file,
    addDependency: () => {},
    getOptions: () => use.options,
  };
  return loader.call(context, source);
}

test('the browser gets the types of navbar items the settings have', () => {
  const menu = { label: '更多', items: [{ type: 'html', value: '<hr>' }] };
  const source = browserGets({ navbar: { items: [{ href: '/x', label: '十' }, menu] } }, items);
  expect([...source.matchAll(/^ {2}(\w+): /gm)].map(([, type]) => type)).toEqual([
    'default',
    'dropdown',
    'html',
  ]);
  expect(source.match(/^import /gm)).toHaveLength(3);
});

test('what the settings never show draws nothing', () => {
  for (const file of parts) expect(browserGets({}, file)).toBe('export default () => null;');
});

test('what the settings or a page show stays', () => {
  writeFileSync(join(site, 'versions.json'), '["3"]');
  writeFileSync(join(site, 'docs/one/page.mdx'), '---\ntitle: 一\nunlisted: true\n---\n');
  for (const file of parts) {
    const source = browserGets({ announcementBar: { content: '新版' } }, file);
    expect(source).toBe(readFileSync(file, 'utf8'));
  }
});

test('menus in the navbar keep their classes while one of them is left', () => {
  const names = (types: readonly string[]) =>
    unusedNavbarItems({ navbar: { items: types.map((type) => ({ type })) } });
  for (const glob of names(['html']))
    expect(existsSync(join(theme, glob.replace(/^\*\*\/theme\/|\/\*\*$/g, '')))).toBe(true);
  expect(names(['html'])).toHaveLength(2);
  expect(names(['docsVersionDropdown'])).toHaveLength(1);
  expect(names(['html', 'localeDropdown'])).toEqual([]);
});

test('a theme that lists its items otherwise stops the build', () => {
  const renamed = join(site, 'ComponentTypes.js');
  writeFileSync(renamed, 'export default {};');
  const { use } = rule({});
  const loader = load(use.loader) as (this: object, source: string) => string;
  const context = { resourcePath: renamed, addDependency: () => {}, getOptions: () => use.options };
  expect(() => loader.call(context, 'export default {};')).toThrow('不认识的写法');
});
