/** Compiles each fixture page with the real MDX processor and compares with the expected HTML or errors. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import * as runtime from 'react/jsx-runtime';
import codeRegions from '../../src/code/include';
import { includedFiles } from '../../src/build/plugins/exampleDependencies';

const root = join(__dirname, '../fixtures/code-regions');
const cases = readdirSync(join(root, 'cases'))
  .filter((name) => name.endsWith('.mdx'))
  .map((name) => basename(name, '.mdx'));

function expected(name: string, extension: 'html' | 'txt'): string {
  return readFileSync(join(root, 'cases', `${name}.${extension}`), 'utf8').trim();
}

/** HTML of a fixture page, rendered without any theme. */
async function render(name: string): Promise<string> {
  const { evaluate } = await import('@mdx-js/mdx');
  const { VFile } = await import('vfile');
  const page = name === 'appendix' ? 'appendix/faq.mdx' : 'docs/chapters/chapter90-fixture.mdx';
  const file = new VFile({
    path: join(root, page),
    value: readFileSync(join(root, 'cases', `${name}.mdx`), 'utf8'),
  });
  const versions = { 'spring-boot': '9.8.7' };
  const remarkPlugins = [
    [codeRegions, { root, versions }] as [
      typeof codeRegions,
      { root: string; versions: typeof versions },
    ],
  ];
  const { default: Page } = await evaluate(file, { ...runtime, remarkPlugins });
  return renderToStaticMarkup(createElement(Page));
}

for (const name of cases.filter((name) => !name.startsWith('error-'))) {
  test(`${name} prints what the files hold`, async () => {
    expect(await render(name)).toBe(expected(name, 'html'));
  });
}

for (const name of cases.filter((name) => name.startsWith('error-'))) {
  test(`${name} stops the page with one line each`, async () => {
    const error: unknown = await render(name).catch((thrown: unknown) => thrown);
    expect(error instanceof Error ? error.message : error).toBe(expected(name, 'txt'));
  });
}

test('a page depends on every file it includes, even a missing one, and on no broken fence', () => {
  const source = [
    '```java file=src/main/java/Book.java region=create\n```',
    '> ```xml file=/compose.yaml title="a b"\n> ```',
    '   ~~~java file=src/Missing.java\n   ~~~',
    '```java file=../../../secret\n```',
    '```java file=a file=b\n```',
    '```text output/start.txt\n```',
  ].join('\n');
  expect(includedFiles('/repo', 'docs/chapters/chapter90-fixture.mdx', source)).toEqual([
    '/repo/examples/chapter90-fixture/src/main/java/Book.java',
    '/repo/examples/compose.yaml',
    '/repo/examples/chapter90-fixture/src/Missing.java',
  ]);
});
