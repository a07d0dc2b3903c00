import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { LoadContext } from '@docusaurus/types';
import { expect, test } from '@playwright/test';
import { buildIndex } from '../../src/search/build/buildIndex';
import { extractPage } from '../../src/search/build/extract';
import { questionsFolder, withQuestions } from '../../src/search/build/questions';
import { SearchEngine } from '../../src/search/core/engine';
import {
  decodeShard,
  encodeShard,
  IndexFormatError,
  indexFolder,
  manifestFile,
  postingOf,
} from '../../src/search/core/format';
import searchPlugin, { proveIndex } from '../../src/build/plugins/search';
import { anchorsOf, fixturePages, openFixture, openIndex } from '../support/searchFixture';

test.describe('extraction', () => {
  const page = fixturePages().find(({ path }) => path.includes('chapter11'));

  test('sections follow the headings, with anchors and without link marks', () => {
    expect(page?.sections.map(({ anchor, heading, level }) => [level, anchor, heading])).toEqual([
      [1, '', '第 11 章 数据访问'],
      [2, 'transactional', '声明式事务'],
      [3, 'self-invocation', '自调用时不生效'],
      [3, 'propagation', '传播行为'],
      [2, 'lazy', '延迟加载'],
      [2, 'summary', '小结'],
    ]);
  });

  test('code lines are code, folded answers are read, controls, ads and navigation are not', () => {
    const lines = page?.sections.flatMap((section) => section.lines) ?? [];
    expect(lines).toContainEqual({ text: 'int retries = 3;', code: true });
    expect(lines).toContainEqual({ text: '用 fetch join 一次取出。', code: false });
    const all = lines.map(({ text }) => text).join();
    expect(all).not.toMatch(/复制|广告|导航/);
  });

  test("an error entry's message and a page's keywords count like headings", () => {
    const errors = fixturePages().find(({ kind }) => kind === 'errors');
    expect(errors?.sections.find(({ anchor }) => anchor === 'port-in-use')?.lead).toBe(
      'Web server failed to start. Port 8080 was already in use.',
    );
    expect(page?.sections[0]?.lead).toBe('JdbcClient 事务传播');
  });

  test('a page without text stops the build and is named', () => {
    expect(() => extractPage('<p>nothing</p>', 'chapters/x')).toThrow('/chapters/x');
  });

  test('tags that the minifier leaves out end where a browser ends them', () => {
    const { sections } = extractPage(
      '<!doctype html><html lang=zh-Hans><meta charset=UTF-8><title>题</title><main><div class=theme-doc-markdown>' +
        '<h1>题</h1><p>甲<p>乙<br>丙<ul><li>丁<li>戊&lt;己</ul><table><thead><tr><th>庚<th>辛<tbody><tr><td>壬<td>癸</table>' +
        '<dl><dt>子<dd>丑<dt>寅</dl><h2 id=next>下一节</h2><p>卯</div></main>',
      'chapters/x',
    );
    expect(sections.map(({ anchor, lines }) => [anchor, lines.map(({ text }) => text)])).toEqual([
      ['', ['甲', '乙', '丙', '丁', '戊<己', '庚', '辛', '壬', '癸', '子', '丑', '寅']],
      ['next', ['卯']],
    ]);
  });
});

test.describe('format', () => {
  test('a shard gives back every posting, the far and the near', () => {
    const postings = [postingOf(0, 1), postingOf(1, 8), postingOf(90_000, 3)];
    const shard = decodeShard(
      encodeShard([
        ['ab', postings],
        ['事务', [postingOf(7, 2)]],
      ]),
      'terms',
    );
    expect([...shard]).toEqual([
      ['ab', postings],
      ['事务', [postingOf(7, 2)]],
    ]);
  });

  test('a shard that is cut off is refused', () => {
    const text = encodeShard([['ab', [postingOf(3, 1)]]]);
    for (const length of [text.length - 1, 5, 0]) {
      expect(() => decodeShard(text.slice(0, length), 'terms')).toThrow(IndexFormatError);
    }
  });
});

test.describe("readers' questions", () => {
  /** Runs with a repository that has one file of questions. */
  async function withFile<T>(name: string, content: string, run: (root: string) => T): Promise<T> {
    const root = await mkdtemp(join(tmpdir(), 'questions-'));
    try {
      await mkdir(join(root, questionsFolder), { recursive: true });
      await writeFile(join(root, questionsFolder, name), content);
      return await run(root);
    } finally {
      await rm(root, { recursive: true });
    }
  }

  const chapter = 'chapter11-data-access.json';

  test('a section is found by words that only its readers use', async () => {
    const query = '撤销改动';
    const before = await openFixture();
    expect(await anchorsOf(before, query)).not.toContain('self-invocation');
    const asked = JSON.stringify({ 'self-invocation': ['想撤销改动，却都留下了'] });
    const engine = await withFile(chapter, asked, (root) =>
      openIndex(buildIndex(withQuestions(fixturePages(), root))),
    );
    expect((await anchorsOf(engine, query))[0]).toBe('self-invocation');
  });

  const faults = {
    'an anchor that is gone': [chapter, '{"gone": ["问"]}', '没有小节 #gone'],
    'a page that is gone': ['chapter77-gone.json', '{}', 'chapter77-gone.json 没有同名的页面'],
    'text that is no JSON': [chapter, '{', '不是有效的 JSON'],
    'an empty question': [chapter, '{"lazy": [" "]}', '问法不能为空'],
    'a question that is no list': [chapter, '{"lazy": "问"}', '应当是'],
  } as const;
  for (const [what, [name, content, message]] of Object.entries(faults)) {
    test(`${what} stops the build with one line`, async () => {
      await withFile(name, content, (root) => {
        expect(() => withQuestions(fixturePages(), root)).toThrow(message);
      });
    });
  }
});

test.describe('index files', () => {
  test('the same pages give the same bytes, changed pages other names', () => {
    const one = buildIndex(fixturePages());
    const two = buildIndex(fixturePages());
    expect([...one.keys()]).toEqual([...two.keys()]);
    for (const [name, bytes] of one) expect(two.get(name)).toEqual(bytes);
    const [first, ...rest] = fixturePages();
    const changed = buildIndex(first ? [{ ...first, title: '另一个标题' }, ...rest] : []);
    expect(changed.get(manifestFile)).not.toEqual(one.get(manifestFile));
  });

  test('every file but the manifest carries the hash of its content', () => {
    for (const name of buildIndex(fixturePages()).keys()) {
      if (name !== manifestFile) expect(name).toMatch(/^(terms|text|spelling)-[0-9a-f]{10}\.bin$/);
    }
  });

  test('nothing to index stops the build', () => {
    expect(() => buildIndex([])).toThrow('没有任何可索引的正文');
  });

  test('an index with a missing or broken file is refused before it is published', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'search-'));
    const files = buildIndex(fixturePages());
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    await expect(proveIndex(folder, fixturePages())).resolves.toBeUndefined();
    for (const name of files.keys()) {
      const whole = await readFile(join(folder, name));
      await writeFile(join(folder, name), whole.subarray(0, whole.length / 2));
      await expect(proveIndex(folder, fixturePages()), `${name} cut off`).rejects.toThrow(
        '搜索索引不可用',
      );
      await rm(join(folder, name));
      await expect(proveIndex(folder, fixturePages()), `${name} missing`).rejects.toThrow(
        '搜索索引不可用',
      );
      await writeFile(join(folder, name), whole);
    }
    await rm(folder, { recursive: true });
  });

  test('the plugin writes the index into the build, and fails it when a page is missing or empty', async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'search-'));
    const plugin = searchPlugin({
      siteConfig: { baseUrl: '/' },
      siteDir: outDir,
    } as LoadContext);
    const build = (routesPaths: readonly string[]): Promise<unknown> =>
      Promise.resolve(plugin.postBuild?.({ outDir, routesPaths: [...routesPaths] } as never));
    const page =
      '<title>配置</title><main><h1>配置</h1><h2 id="a">优先级</h2><p>谁盖过谁</p></main>';
    await writeFile(join(outDir, 'one.html'), page);
    await build(['/one', '/404.html']);
    const index = await SearchEngine.open(async (name) =>
      gunzipSync(await readFile(join(outDir, indexFolder, name))),
    );
    expect((await anchorsOf(index, '谁盖过谁'))[0]).toBe('a');
    await expect(build(['/one', '/two'])).rejects.toThrow('/two');
    await writeFile(join(outDir, 'two.html'), '<p>nothing</p>');
    await expect(build(['/one', '/two'])).rejects.toThrow('/two');
    await rm(outDir, { recursive: true });
  });

  test('a page that its title does not find is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'search-'));
    const pages = fixturePages();
    for (const [name, bytes] of buildIndex(pages.slice(1)))
      await writeFile(join(folder, name), bytes);
    await expect(proveIndex(folder, pages)).rejects.toThrow('报错索引');
    await rm(folder, { recursive: true });
  });
});

test.describe('search', () => {
  const firstAnswers: readonly (readonly [what: string, query: string, anchor: string])[] = [
    ['a word', '传播行为', 'propagation'],
    ['a substring in mid-sentence', '绕过了代', 'self-invocation'],
    ['a single character', '锁', 'lock'],
    ['mixed Chinese and identifier', '@Transactional 失效', 'self-invocation'],
    ['a CamelCase part', 'Initialization', 'lazy-initialization'],
    ['a dotted property', 'spring.datasource.url', 'propagation'],
    ['part of a dotted property', 'datasource.url', 'propagation'],
    ['a synonym', '跨域', 'cors'],
    ['an HTTP code', '413', 'upload'],
    ['full-width letters', 'ＣＯＲＳ', 'cors'],
    ['full-width letters in the book', 'max', 'upload'],
    ['traditional characters', '聲明式事務', 'transactional'],
    ['a Taiwanese term', '檔案上傳', 'upload'],
    ['a misspelt identifier', 'LazyInitialisationException', 'lazy-initialization'],
    ['a homophone', '传波行为', 'propagation'],
    ['a folded answer', 'fetch join', 'lazy'],
    ['a word that is being typed', 'transac', 'transactional'],
    [
      'an error message with other values',
      'Web server failed to start. Port 9999 was already in use.',
      'port-in-use',
    ],
    [
      'a pasted trace',
      'org.hibernate.LazyInitializationException: could not initialize proxy [com.acme.User#77] - no Session\n\tat org.hibernate.proxy.AbstractLazyInitializer.initialize(AbstractLazyInitializer.java:165)',
      'lazy-initialization',
    ],
  ];
  for (const [what, query, anchor] of firstAnswers) {
    test(`${what} finds its section first`, async () => {
      expect((await anchorsOf(await openFixture(), query))[0]).toBe(anchor);
    });
  }

  test('the explaining section comes before the summary', async () => {
    const anchors = await anchorsOf(await openFixture(), '声明式事务');
    expect(anchors.indexOf('transactional')).toBeLessThan(anchors.indexOf('summary'));
  });

  test('a concept leads to the chapter, its exception to the error index', async () => {
    const engine = await openFixture();
    expect((await anchorsOf(engine, '延迟加载'))[0]).toBe('lazy');
    expect((await anchorsOf(engine, 'LazyInitializationException'))[0]).toBe('lazy-initialization');
  });

  test('nonsense finds nothing, and known parts of a query are offered', async () => {
    const engine = await openFixture();
    for (const nonsense of ['量子纠缠', 'zzzzqqqq', '???', '🙂', '']) {
      expect(await anchorsOf(engine, nonsense), nonsense).toEqual([]);
    }
    expect(engine.partsFound('量子纠缠 乐观锁 xyzzyx')).toEqual(['乐观锁']);
  });

  test('a mended word is named', async () => {
    const { corrections } = await (await openFixture()).search('Transactonal', 5);
    expect(corrections).toEqual(['transactional']);
  });

  test('a slip inside a dotted name is mended to the name that the book has', async () => {
    const answer = await (await openFixture()).search('sprng.datasource.url', 5);
    expect(answer.corrections).toEqual(['spring.datasource.url']);
    expect(answer.found[0]?.section.anchor).toBe('propagation');
  });

  test('a slip inside part of a name is mended together with its other parts', async () => {
    const { corrections } = await (await openFixture()).search('LazyInitialzation', 5);
    expect(corrections).toEqual(['LazyInitialization']);
  });

  test('a border between words is not taken for a slip', async () => {
    const engine = await openFixture();
    expect((await engine.search('代理传播行为', 5)).corrections).toEqual([]);
    expect((await engine.search('传波行为', 5)).corrections).toEqual(['传播行为']);
  });

  test('what mends words is fetched with the rest, so that a slip needs no further file', async () => {
    const asked: string[] = [];
    const engine = await openIndex(buildIndex(fixturePages()), asked);
    await engine.loadAll();
    const before = asked.length;
    expect((await engine.search('Transactonal', 5)).found.length).toBeGreaterThan(0);
    expect(asked).toHaveLength(before);
  });

  test('nothing that is pasted is too strange or too long', async () => {
    const engine = await openFixture();
    for (const text of [
      '\\',
      '((',
      'a'.repeat(50_000),
      '事'.repeat(50_000),
      '\u0000\ufffd',
      '__proto__ constructor',
    ]) {
      await expect(engine.search(text, 5)).resolves.toBeDefined();
    }
  });

  test('a query reads only the files that it needs', async () => {
    const asked: string[] = [];
    const engine = await openIndex(buildIndex(fixturePages()), asked);
    expect(asked).toEqual([manifestFile]);
    await engine.search('传播行为', 5);
    const needed = new RegExp(`^(${manifestFile}|terms-.*)$`);
    expect(asked.filter((name) => !needed.test(name))).toEqual([]);
  });

  test('headings are found before any other file is there', async () => {
    const engine = await openFixture();
    expect(engine.preview('传播行为', 5).found[0]?.section.anchor).toBe('propagation');
  });

  test('what was looked up before a file arrived is looked up again after', async () => {
    const files = buildIndex(fixturePages());
    // Phrases, a word, and one that is being typed, none of them in a heading.
    for (const query of ['绕过了', '挪到另一个', 'bookstore', 'booksto']) {
      const whole = (await (await openIndex(files)).search(query, 10)).found;
      expect(whole.length, query).toBeGreaterThan(0);
      const engine = await openIndex(files);
      expect(engine.preview(query, 10).found, query).toEqual([]);
      expect((await engine.search(query, 10)).found, query).toEqual(whole);
      expect(engine.preview(query, 10).found, query).toEqual(whole);
    }
  });

  test('searches that wait for files at the same time answer as they do one after another', async () => {
    const files = buildIndex(fixturePages());
    const queries = ['传播行为', '绕过了代', 'Transactonal', '传波行为', '跨域', 'transac'];
    const apart = await openIndex(files);
    const expected = [];
    for (const query of queries) expected.push(await apart.search(query, 10));
    const together = await openIndex(files);
    expect(await Promise.all(queries.map((query) => together.search(query, 10)))).toEqual(expected);
  });

  test('a file that failed once is read again', async () => {
    const files = buildIndex(fixturePages());
    let fail = true;
    const engine = await openIndex(new Map(files));
    const flaky = new Map(files);
    const reader = await openIndex({
      ...flaky,
      get: (name: string) => (fail && name.startsWith('terms-') ? undefined : files.get(name)),
    } as typeof flaky);
    await expect(reader.search('传播', 5)).rejects.toThrow();
    fail = false;
    expect((await reader.search('传播', 5)).found).toEqual((await engine.search('传播', 5)).found);
  });
});
