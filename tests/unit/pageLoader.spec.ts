import { expect, test } from '@playwright/test';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface LoaderContext {
  readonly resourcePath: string;
  readonly addDependency: (file: string) => void;
}
type Loader = (this: LoaderContext, source: string) => string;

const load = createRequire(__filename);
const loader = (folder: string, name: string): Loader =>
  load(join(__dirname, '../../src', folder, name)) as Loader;

function run(use: Loader, resourcePath: string, source: string): string {
  const dependencies: string[] = [];
  const context = { resourcePath, addDependency: (file: string) => dependencies.push(file) };
  const result = use.call(context, source);
  expect(dependencies).toHaveLength(1);
  return result;
}

const page = `import {jsx as _jsx} from "react/jsx-runtime";
import Tabs from '@theme/Tabs';
export const frontMatter = {title: "一"};
export const contentTitle = undefined;
export {default as metadata} from '@site/one.json';
export const assets = {};
export const toc = [{value: "甲", id: "a", level: 2}];
function _createMdxContent() { return _jsx(Tabs, {children: "正文"}); }
export default function MDXContent() { return _createMdxContent(); }`;

test('a page keeps its data and loses its text; its components are named for their styles only', () => {
  const thin = run(loader('article/build', 'pageLoader.cjs'), 'docs/one.mdx', page);
  expect(thin).toContain("export {default as metadata} from '@site/one.json';");
  expect(thin).toContain('"甲"');
  expect(thin).not.toContain('正文');
  expect(thin).not.toMatch(/^import /m);
  expect(thin).toContain('import(/* webpackChunkName: "unused" */ "@theme/Tabs")');
});

test('of a page that shows topics only, the other headings stay out of its script', () => {
  const topics = page
    .replace('title: "一"', 'title: "一", toc_max_heading_level: 2')
    .replace('level: 2}]', 'level: 2}, {value: "乙", id: "b", level: 3}, ...toc2]');
  const thin = run(loader('article/build', 'pageLoader.cjs'), 'docs/one.mdx', topics);
  expect(thin).toContain('[{value: "甲", id: "a", level: 2},...toc2]');
  expect(run(loader('article/build', 'pageLoader.cjs'), 'docs/one.mdx', page)).toContain('"甲"');
});

test('a picture of a page is still one of the site’s files', () => {
  const request = '!url-loader?limit=10000!./tree.svg';
  const pictured = page.replace(
    'children: "正文"',
    `children: _jsx("img", {src: require("${request}").default})`,
  );
  const thin = run(loader('article/build', 'pageLoader.cjs'), 'docs/one.mdx', pictured);
  expect(thin).toContain(`import(/* webpackChunkName: "unused" */ "${request}")`);
});

test('a page that exports other names than the frame needs stops the build', () => {
  const renamed = page.replace('const toc', 'const contents');
  expect(() => run(loader('article/build', 'pageLoader.cjs'), 'docs/one.mdx', renamed)).toThrow(
    'docs/one.mdx：编译后的页面没有导出 toc',
  );
});
