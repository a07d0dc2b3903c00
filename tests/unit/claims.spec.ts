/** Compiles claims in a small repository and looks at what the plugin of their proofs says or adds. */
import { expect, test } from '@playwright/test';
import { declaresMethod } from '../../scripts/examples/sources';
import claims from '../../src/book/entries/claims';
import { compilePage, writeFiles, type Files } from '../support/smallBook';

const page = 'docs/chapters/chapter06-beans.mdx';
const doDispatch = 'spring-webmvc org.example.Servlet#doDispatch';

const testClass = `class ScopeTest {

    @Test
    void neverDestroyed() {
    }

    @Test
    void written() {
    }
}
`;

const proof = (methods: Readonly<Record<string, number>>): string =>
  JSON.stringify({ tests: { 'com.example.ScopeTest': methods }, classPath: {} });

const files: Files = {
  'examples/chapter06-beans/src/test/java/com/example/ScopeTest.java': testClass,
  'examples/other/src/test/java/com/example/ScopeTest.java': testClass,
  'src/data/versions.json': '{ "tokens": { "spring-boot": "4.1.2" } }',
  'src/data/sources.json': JSON.stringify({
    springBoot: '4.1.2',
    sources: { [doDispatch]: { group: 'org.example', version: '7.0.10' } },
  }),
  'src/data/proofs/chapter06-beans.json': proof({ neverDestroyed: 1 }),
  'appendix/references.mdx':
    '- [RFC 9457：Problem Details](https://specs.example/rfc9457.html)：何时看。\n',
};

/** The compiled page, or the message that stops the build. */
async function compile(folder: string, source: string, changed: Files = {}): Promise<string> {
  writeFiles(folder, { ...files, ...changed });
  return compilePage(folder, page, source, [[claims, { root: folder }]]);
}

test('a test gets its name, file and line', async ({}, { outputDir }) => {
  const compiled = await compile(outputDir, '从不销毁。<Proof test="ScopeTest.neverDestroyed" />');
  expect(compiled).toContain('label="ScopeTest.neverDestroyed"');
  expect(compiled).toContain(
    'path="examples/chapter06-beans/src/test/java/com/example/ScopeTest.java" line="4"',
  );
});

test('a test of another module may be named', async ({}, { outputDir }) => {
  const compiled = await compile(outputDir, '从不。<Proof test="other/ScopeTest.written" />');
  expect(compiled).toContain('path="examples/other/src/test/java/com/example/ScopeTest.java"');
});

test('a source gets its artifact, version and address', async ({}, { outputDir }) => {
  const compiled = await compile(outputDir, `写死了。<Proof source="${doDispatch}" />`);
  expect(compiled).toContain('label="Servlet#doDispatch" version="spring-webmvc 7.0.10"');
  expect(compiled).toContain('org.example/spring-webmvc/7.0.10/org/example/Servlet.html');
});

test('a specification gets the address of its entry', async ({}, { outputDir }) => {
  const compiled = await compile(outputDir, '五个。<Proof spec="RFC 9457 §3.1.1" />');
  expect(compiled).toContain('href="https://specs.example/rfc9457.html#section-3.1.1"');
});

test('two proofs of a page have ids of their own', async ({}, { outputDir }) => {
  const one = '是。<Proof spec="RFC 9457" />';
  const compiled = await compile(outputDir, `${one}${one}`);
  expect([...compiled.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'proof-1',
    'proof-2',
  ]);
});

const wrong: readonly [string, string, string][] = [
  ['nothing named', '<Proof />', '要有且只有 test、source、spec 中的一个'],
  ['two kinds', '<Proof test="A.b" spec="RFC 9457" />', '要有且只有'],
  ['a test without method', '<Proof test="ScopeTest" />', '写成 test="测试类.方法"'],
  ['an unknown class', '<Proof test="NoTest.x" />', '里没有测试类 NoTest'],
  ['an unknown method', '<Proof test="ScopeTest.x" />', '里没有测试方法 x'],
  [
    'a test that did not run',
    '<Proof test="ScopeTest.written" />',
    '不在 chapter06-beans 上一次的证明里',
  ],
  ['a source in another form', '<Proof source="Servlet" />', '写成 source="构件'],
  ['a source nobody looked for', '<Proof source="a b.C#d" />', '请运行 npm run sources'],
  ['an unknown specification', '<Proof spec="RFC 1 §2" />', '没有以“RFC 1”开头的条目'],
];

for (const [name, element, message] of wrong) {
  test(`the build stops with page and line: ${name}`, async ({}, { outputDir }) => {
    const said = await compile(outputDir, `第一段。\n\n断言。${element}`);
    expect(said).toContain(`${page}:3 `);
    expect(said).toContain(message);
  });
}

test('a proof apart from its claim stops the build', async ({}, { outputDir }) => {
  const said = await compile(outputDir, '断言。\n\n<Proof test="ScopeTest.neverDestroyed" />');
  expect(said).toContain(`${page}:3 `);
  expect(said).toContain('要紧跟在它证明的那句话后面');
});

test('an upgrade makes the sources stale', async ({}, { outputDir }) => {
  const versions = '{ "tokens": { "spring-boot": "4.2.0" } }';
  const said = await compile(outputDir, `断言。<Proof source="${doDispatch}" />`, {
    'src/data/versions.json': versions,
  });
  expect(said).toContain('核对的是 Spring Boot 4.1.2 的源码，书用的是 4.2.0');
});

test('a method is found in a listing by its whole name', () => {
  const listing = '  private void doDispatch(javax.Request) throws java.lang.Exception;\n';
  expect(declaresMethod(listing, 'doDispatch')).toBe(true);
  expect(declaresMethod(listing, 'Dispatch')).toBe(false);
});
