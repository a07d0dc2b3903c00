/** The check of links to other sites, against servers of this machine. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { checkLinkSchemes, checkSourceLinks } from '../../scripts/content/checks/language';
import { checkLink, externalLinks, formatLinkResults } from '../../scripts/content/links';
import { parsePage } from '../../scripts/content/pages';
import { formatProblem } from '../../scripts/content/problem';

let server: Server;
let port: number;
/** Paths asked for, in order. */
let asked: string[];

test.beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/elsewhere') {
      response.writeHead(302, { location: `http://localhost:${port}/page` }).end();
    } else if (path === '/moved') {
      response.writeHead(301, { location: '/page' }).end();
    } else if (path === '/busy') {
      response.writeHead(asked.length === 1 ? 503 : 200).end();
    } else {
      const statuses: Readonly<Record<string, number>> = { '/page': 200, '/shut': 403 };
      response.writeHead(statuses[path] ?? 404).end('text');
    }
  });
  await new Promise<void>((listening) => server.listen(0, listening));
  port = (server.address() as AddressInfo).port;
});

test.afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

async function outcomeOf(path: string): Promise<string> {
  const link = { url: `http://127.0.0.1:${port}${path}`, path: 'docs/a.mdx', line: 1 };
  const { outcome, said } = await checkLink(link);
  return `${outcome} ${said.replaceAll(String(port), '#')}`;
}

test('a page that answers is in order, also at its new address on the same site', async () => {
  expect(await outcomeOf('/page')).toBe('ok 状态码 200');
  expect(await outcomeOf('/moved')).toBe('ok 状态码 200');
});

test('a page that is gone, or has become another site, is broken', async () => {
  expect(await outcomeOf('/nothing')).toBe('broken 状态码 404');
  expect(await outcomeOf('/elsewhere')).toBe('broken 转到了别的网站 http://localhost:#/page');
});

test('a server that does not say is asked twice', async () => {
  expect(await outcomeOf('/shut')).toBe('unclear 状态码 403');
  expect(asked).toEqual(['/shut', '/shut']);
});

test('a server that was busy for a moment is in order', async () => {
  expect(await outcomeOf('/busy')).toBe('ok 状态码 200');
});

test('a server that is not there is unclear: the network here may be at fault', async () => {
  const link = { url: 'http://127.0.0.1:1/', path: 'docs/a.mdx', line: 7 };
  const result = await checkLink(link);
  expect(result.outcome).toBe('unclear');
  expect(formatLinkResults([result])[0]).toContain('没能确认 docs/a.mdx:7 http://127.0.0.1:1/：');
});

test('a domain that nobody holds any more is broken', async () => {
  const link = { url: 'https://gone.example/', path: 'docs/a.mdx', line: 1 };
  const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  const failing = () => Promise.reject(new TypeError('fetch failed', { cause: notFound }));
  expect(await checkLink(link, failing)).toEqual({ link, outcome: 'broken', said: '没有这个域名' });
});

test('broken links are named before those nobody could confirm', () => {
  const link = { url: 'https://a.example/', path: 'docs/a.mdx', line: 2 };
  expect(
    formatLinkResults([
      { link, outcome: 'unclear', said: '状态码 403' },
      { link, outcome: 'ok', said: '状态码 200' },
      { link: { ...link, line: 3 }, outcome: 'broken', said: '状态码 404' },
    ]),
  ).toEqual([
    '失效 docs/a.mdx:3 https://a.example/：状态码 404',
    '没能确认 docs/a.mdx:2 https://a.example/：状态码 403',
  ]);
});

test('links are those of the text, each address once, without code and own pages', async () => {
  const source = [
    '[甲](https://a.example/x#one) [乙](/chapters/chapter01-introduction) `http://localhost:8080`',
    '',
    '- [丙](https://a.example/x#two)，[丁](https://b.example)',
  ].join('\n');
  expect(externalLinks([await parsePage('docs/a.mdx', source)])).toEqual([
    { url: 'https://a.example/x', path: 'docs/a.mdx', line: 1 },
    { url: 'https://b.example', path: 'docs/a.mdx', line: 3 },
  ]);
});

test('a link to another site is https', async () => {
  const page = await parsePage(
    'docs/a.mdx',
    '[甲](https://a.example)\n\n[乙](http://b.example/x) [丙](//c.example) [丁](/intro)',
  );
  expect(checkLinkSchemes(page).map(formatProblem)).toEqual([
    'docs/a.mdx:3 链接 http://b.example/x 不是 https',
    'docs/a.mdx:3 链接 //c.example 不是 https',
  ]);
});

test('a link to the repository leads to a file that is there', async () => {
  const page = await parsePage(
    'docs/a.mdx',
    '见 <SourceLink path="package.json">甲</SourceLink>。\n\n<SourceLink path="gone.java">乙</SourceLink>，<SourceLink>丙</SourceLink>',
  );
  expect(checkSourceLinks(page, process.cwd()).map(formatProblem)).toEqual([
    'docs/a.mdx:3 <SourceLink> 指向的“gone.java”不在仓库里：path 从仓库的根目录写起',
    'docs/a.mdx:3 <SourceLink> 指向的“”不在仓库里：path 从仓库的根目录写起',
  ]);
});
