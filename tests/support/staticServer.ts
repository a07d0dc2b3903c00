/**
 * A strict static host, as GitHub Pages behaves: files as they are, a folder's `index.html` behind a
 * 301 to the trailing slash, anything else `404.html` with status 404. No `.html` stripping.
 *
 * Usage: `tsx tests/support/staticServer.ts <folder> <port> [base URL]`
 */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve as resolvePath } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Path of the file to send, or `'redirect'` for a folder asked without its slash. */
function resolve(folder: string, pathname: string): string | 'redirect' | undefined {
  const path = join(folder, normalize(pathname));
  if (!path.startsWith(folder) || !existsSync(path)) return undefined;
  if (statSync(path).isFile()) return path;
  const index = join(path, 'index.html');
  if (!existsSync(index)) return undefined;
  return pathname.endsWith('/') ? index : 'redirect';
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** Creates the host for a folder served under a base URL; it does not listen yet. */
export function createStrictServer(folder: string, baseUrl = '/'): Server {
  const root = resolvePath(folder);
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const pathname = decode(url.pathname);
    const inside = pathname?.startsWith(baseUrl) ? `/${pathname.slice(baseUrl.length)}` : undefined;
    const found = inside === undefined ? undefined : resolve(root, inside);
    if (found === 'redirect') {
      response.writeHead(301, { location: `${url.pathname}/${url.search}` }).end();
      return;
    }
    const file = found ?? join(root, '404.html');
    response.writeHead(found ? 200 : 404, {
      'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
    });
    createReadStream(file).pipe(response);
  });
}

/** A host that is up. */
export interface RunningServer {
  /** Origin, without trailing slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves a folder on a free port until `close` is called. */
export function startStrictServer(folder: string, baseUrl = '/'): Promise<RunningServer> {
  return listen(createStrictServer(folder, baseUrl));
}

/** A host that sends the first half of a document and keeps the second. */
export interface HalfServer extends RunningServer {
  /** Sends the second half. */
  readonly finish: () => void;
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[];
}

/**
 * Serves the built site on a free port; a document ends before a text in it until `finish` is called.
 *
 * @param until the text at which the first half of every document ends
 */
export async function serveInHalves(folder: string, until: string): Promise<HalfServer> {
  const strict = createStrictServer(folder);
  const asked: string[] = [];
  let finish = (): void => {};
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    asked.push(url);
    if (!url.endsWith('/')) return void strict.emit('request', request, response);
    const html = readFileSync(join(folder, decodeURI(url), 'index.html'), 'utf8');
    const half = html.indexOf(until);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.write(html.slice(0, half));
    finish = () => response.end(html.slice(half));
  });
  const { url, close } = await listen(server);
  return { url, asked, finish: () => finish(), close };
}

/** A host whose answers a test can spoil. */
export interface SpoiltServer extends RunningServer {
  /** What becomes of a request: `undefined` for its answer, or another way to answer it. */
  spoil: (path: string) => 'down' | 'home' | undefined;
  /** Serves another folder from now on. */
  serve: (folder: string) => void;
}

/** Serves a folder on a free port; the test says which requests fail, and how. */
export async function serveSpoilt(folder: string): Promise<SpoiltServer> {
  let strict = createStrictServer(folder);
  const spoilt: SpoiltServer = {
    url: '',
    spoil: () => undefined,
    serve: (other) => (strict = createStrictServer(other)),
    close: async () => {},
  };
  const server = createServer((request, response) => {
    const how = spoilt.spoil(request.url ?? '/');
    if (how === 'down') return void request.socket.destroy();
    // A host that knows no 404 answers the home page, and says that all is well.
    if (how === 'home') request.url = '/';
    strict.emit('request', request, response);
  });
  return Object.assign(spoilt, await listen(server));
}

async function listen(server: Server): Promise<RunningServer> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

if (require.main === module) {
  const [folder = 'build', port = '3101', baseUrl = '/'] = process.argv.slice(2);
  createStrictServer(folder, baseUrl).listen(Number(port), '127.0.0.1');
}
