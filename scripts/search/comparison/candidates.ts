/** The candidates, each indexed from the same sections and asked in the way its documentation shows. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { create, insertMultiple, save, search as askOrama } from '@orama/orama';
import { createTokenizer } from '@orama/tokenizers/mandarin';
import { chromium } from '@playwright/test';
import { buildSync } from 'esbuild';
import FlexSearch from 'flexsearch';
import MiniSearch from 'minisearch';
import { createIndex } from 'pagefind';
import { findBrowser } from '../../browser';
import { buildIndex } from '../../../src/search/build/buildIndex';
import type { Page } from '../../../src/search/build/extract';
import { SearchEngine } from '../../../src/search/core/engine';
import { indexTerms } from '../../../src/search/core/tokenize';

/** One section as every candidate gets it. */
export interface Document {
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  readonly lead: string;
  readonly text: string;
}

/** A candidate, ready to be asked. */
export interface Candidate {
  readonly name: string;
  /** The whole index as transferred, in bytes. */
  readonly bytes: number;
  /** What a reader fetches before the first full result, index and engine code apart from each other. */
  readonly firstBytes: number;
  readonly search: (query: string) => Promise<readonly string[]>;
  readonly close?: () => Promise<void>;
}

const results = 10;
const load = createRequire(import.meta.url);

/** The sections of pages as documents. */
export function documentsOf(pages: readonly Page[]): Document[] {
  return pages.flatMap((page) =>
    page.sections.map((section) => ({
      id: `${page.path}#${section.anchor}`,
      title: page.title,
      heading: section.heading,
      lead: section.lead ?? '',
      text: section.lines.map(({ text }) => text).join('\n'),
    })),
  );
}

function zipped(content: string): number {
  return gzipSync(content, { level: 9 }).length;
}

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });

function segment(text: string): string[] {
  return [...segmenter.segment(text.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map((part) => part.segment);
}

/** The book's own search. */
export async function own(pages: readonly Page[]): Promise<Candidate> {
  const files = buildIndex(pages);
  let read = 0;
  const engine = await SearchEngine.open(async (name) => {
    const file = files.get(name);
    if (!file) throw new Error(name);
    read += file.length;
    return gunzipSync(file);
  });
  // What one query of two words needs, on a cold index.
  await engine.search('事务失效', results);
  const firstBytes = read;
  return {
    name: '本书',
    bytes: [...files.values()].reduce((sum, file) => sum + file.length, 0),
    firstBytes,
    search: async (query) =>
      (await engine.search(query, results)).found.map(
        ({ page, section }) => `${page.path}#${section.anchor}`,
      ),
  };
}

/** MiniSearch with a tokenizer, headings counting more. */
export function miniSearch(
  documents: readonly Document[],
  name: string,
  tokenize: (text: string) => string[],
): Candidate {
  const options = { fields: ['title', 'heading', 'lead', 'text'], tokenize };
  const index = new MiniSearch<Document>(options);
  index.addAll(documents);
  const bytes = zipped(JSON.stringify(index));
  return {
    name,
    bytes,
    firstBytes: bytes,
    search: async (query) =>
      index
        .search(query, {
          boost: { heading: 3, lead: 2, title: 1.5 },
          prefix: (term) => term.length > 2,
          fuzzy: (term) => (/^[a-z]{5,}$/.test(term) ? 0.2 : false),
        })
        .slice(0, results)
        .map(({ id }) => String(id)),
  };
}

export const miniSearchSegmenter = (documents: readonly Document[]): Candidate =>
  miniSearch(documents, 'MiniSearch + Intl.Segmenter', segment);

export const miniSearchPairs = (documents: readonly Document[]): Candidate =>
  miniSearch(documents, 'MiniSearch + 本书的切词', (text) => indexTerms(text, new Map()));

/** Orama with its own tokenizer for Chinese. */
export async function orama(documents: readonly Document[]): Promise<Candidate> {
  const index = create({
    schema: { id: 'string', title: 'string', heading: 'string', lead: 'string', text: 'string' },
    components: { tokenizer: createTokenizer() },
  });
  await insertMultiple(
    index,
    documents.map((document) => ({ ...document })),
  );
  const bytes = zipped(JSON.stringify(save(index)));
  return {
    name: 'Orama + 官方中文切词',
    bytes,
    firstBytes: bytes,
    search: async (query) => {
      const { hits } = await askOrama(index, {
        term: query,
        properties: ['title', 'heading', 'lead', 'text'],
        boost: { heading: 3, lead: 2, title: 1.5 },
        limit: results,
        threshold: 1,
      });
      return hits.map(({ id }) => String(id));
    },
  };
}

/** FlexSearch with its encoder for Chinese. */
export async function flexSearch(documents: readonly Document[]): Promise<Candidate> {
  const fields = ['heading', 'lead', 'title', 'text'] as const;
  const index = new FlexSearch.Document({
    document: { id: 'id', index: [...fields] },
    tokenize: 'forward',
    encoder: FlexSearch.Charset.CJK,
  });
  for (const document of documents) index.add({ ...document });
  let stored = '';
  await index.export((_key: string, data: string) => {
    stored += data;
  });
  const bytes = zipped(stored);
  return {
    name: 'FlexSearch + CJK',
    bytes,
    firstBytes: bytes,
    search: async (query) => {
      const found = index.search(query, { limit: results, suggest: true });
      return [...new Set(found.flatMap(({ result }) => result.map(String)))].slice(0, results);
    },
  };
}

interface LunrDocument {
  readonly i: number;
  readonly t: string;
  readonly u: string;
  readonly p?: number;
}

/** docusaurus-search-local: its own server code builds, its own browser code (bundled here) searches. */
export function easyops(documents: readonly Document[]): Candidate {
  const root = dirname(load.resolve('@easyops-cn/docusaurus-search-local/package.json'));
  const server = load(join(root, 'dist/server/server/utils/buildIndex.js')) as {
    buildIndex: (
      groups: readonly (readonly LunrDocument[])[],
      options: object,
    ) => { documents: LunrDocument[]; index: { toJSON: () => unknown } }[];
  };
  const titles = new Map<string, LunrDocument>();
  const headings: LunrDocument[] = [];
  const contents: LunrDocument[] = [];
  let next = 0;
  for (const { id, title, heading, text } of documents) {
    const page = id.split('#')[0] ?? '';
    const parent = titles.get(page) ?? { i: next++, t: title, u: `${page}#` };
    titles.set(page, parent);
    if (!id.endsWith('#')) headings.push({ i: next++, t: heading, u: id, p: parent.i });
    if (text) contents.push({ i: next++, t: text, u: id, p: parent.i });
  }
  const groups = [[...titles.values()], headings, [], [], contents];
  const built = server.buildIndex(groups, {
    language: ['en', 'zh'],
    removeDefaultStopWordFilter: [],
    removeDefaultStemmer: false,
  });
  const stored = JSON.stringify(built);
  const client = bundleEasyops(root);
  const dictionary = client.dictionaryOf(stored);
  const bytes = zipped(stored);
  return {
    name: 'docusaurus-search-local + jieba',
    bytes,
    firstBytes: bytes,
    search: async (query) => client.search(stored, dictionary, query, results),
  };
}

interface EasyopsClient {
  dictionaryOf: (stored: string) => string[];
  search: (stored: string, dictionary: readonly string[], query: string, limit: number) => string[];
}

function bundleEasyops(root: string): EasyopsClient {
  const folder = mkdtempSync(join(tmpdir(), 'easyops-'));
  const file = join(folder, 'client.cjs');
  const utils = join(root, 'dist/client/client/utils');
  buildSync({
    stdin: {
      // The loop of its worker (dist/client/client/theme/worker.js), without Comlink and fetch.
      contents: `
        import lunr from 'lunr';
        import { tokenize } from '${utils}/tokenize.js';
        import { smartQueries } from '${utils}/smartQueries.js';
        import { sortSearchResults } from '${utils}/sortSearchResults.js';
        let opened;
        const open = (stored) => opened ??= JSON.parse(stored).map(({ documents, index }, type) =>
          ({ type, documents, index: lunr.Index.load(index) }));
        export const dictionaryOf = (stored) => [...new Set(JSON.parse(stored).flatMap(({ index }) =>
          index.invertedIndex.map(([term]) => term).filter((t) => /\\p{Unified_Ideograph}/u.test(t[0]))))];
        export function search(stored, dictionary, input, limit) {
          const tokens = tokenize(input, ['en', 'zh']);
          if (tokens.length === 0) return [];
          const found = [];
          const wrapped = open(stored);
          search: for (const { term } of smartQueries(tokens, dictionary)) {
            for (const { documents, index, type } of wrapped) {
              found.push(...index.query((query) => {
                for (const item of term) query.term(item.value, { wildcard: item.wildcard,
                  presence: item.presence, ...(item.editDistance ? { editDistance: item.editDistance } : null) });
              }).slice(0, limit)
                .filter((r) => !found.some((item) => item.document.i.toString() === r.ref))
                .slice(0, limit - found.length)
                .map((r) => {
                  const document = documents.find((doc) => doc.i.toString() === r.ref);
                  return { document, type, score: r.score,
                    page: type !== 0 && wrapped[0].documents.find((doc) => doc.i === document.p) };
                }));
              if (found.length >= limit) break search;
            }
          }
          sortSearchResults(found);
          return [...new Set(found.map(({ document }) => document.u))];
        }`,
      resolveDir: root,
    },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    outfile: file,
    alias: {
      '@generated/@easyops-cn/docusaurus-search-local/default/generated-constants.js': stub(folder),
    },
    logLevel: 'error',
  });
  const client = load(file) as EasyopsClient;
  rmSync(folder, { recursive: true });
  return client;
}

/** The constants that its build would generate, with its defaults. */
function stub(folder: string): string {
  const file = join(folder, 'constants.js');
  const lunr = JSON.stringify(load.resolve('lunr'));
  writeFileSync(
    file,
    `import lunr from ${lunr};
     export const language = ['en', 'zh'];
     export const removeDefaultStopWordFilter = [];
     export const fuzzyMatchingDistance = 1;
     lunr.zh ??= {};`,
  );
  return file;
}

/** Pagefind: each section as a page of its own, asked in a browser, where it runs. */
export async function pagefind(documents: readonly Document[]): Promise<Candidate> {
  const folder = mkdtempSync(join(tmpdir(), 'pagefind-'));
  const { index } = await createIndex({ forceLanguage: 'zh' });
  if (!index) throw new Error('pagefind did not start');
  const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  for (const [i, { heading, lead, text, title }] of documents.entries()) {
    await index.addHTMLFile({
      url: `/${i}/`,
      content: `<html lang="zh"><body><h1>${escape(heading)}</h1><h4>${escape(title)} ${escape(lead)}</h4><p>${escape(text)}</p></body></html>`,
    });
  }
  await index.writeFiles({ outputPath: folder });
  let sent = 0;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (path === '/') return void response.end('<!doctype html>');
    try {
      const body = readFileSync(join(folder, path));
      sent += ['.js', '.json'].includes(extname(path)) ? gzipSync(body).length : body.length;
      response.setHeader(
        'content-type',
        extname(path) === '.js' ? 'text/javascript' : 'application/octet-stream',
      );
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: findBrowser('tests'),
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  const ask = (query: string): Promise<number[]> =>
    page.evaluate(
      async ([text, limit]) => {
        const path = '/pagefind.js';
        const library = (await import(path)) as {
          search: (q: string) => Promise<{ results: { data: () => Promise<{ url: string }> }[] }>;
        };
        const { results: found } = await library.search(text);
        const data = await Promise.all(found.slice(0, limit).map((one) => one.data()));
        return data.map(({ url }) => Number(url.split('/')[1]));
      },
      [query, results] as const,
    );
  await ask('事务失效');
  const firstBytes = sent;
  const { files } = await index.getFiles();
  return {
    name: 'Pagefind',
    bytes: files
      .filter(({ path }) => /^(index|fragment)\//.test(path))
      .reduce((sum, { content }) => sum + content.length, 0),
    firstBytes,
    search: async (query) => (await ask(query)).map((i) => documents[i]?.id ?? ''),
    close: async () => {
      await browser.close();
      server.close();
      await index.deleteIndex();
      rmSync(folder, { recursive: true });
    },
  };
}
