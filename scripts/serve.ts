/**
 * Serves a built site as `docusaurus serve` does (clean URLs, `404.html` for the rest), with these
 * differences: a malformed path gets the readable not-found page, a taken port is not the end, answers
 * are compressed as static hosts do, and the site's configuration is not loaded.
 *
 * Usage: `tsx scripts/serve.ts [--port <number>] [--dir <folder>]`
 */
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import compression from 'compression';
import serveHandler from 'serve-handler';
import { readEnvironment } from '../src/build/environment';

/** What is served, and where. */
export interface ServeOptions {
  /** Folder of the built site. */
  readonly folder: string;
  /** Path the site was built for, with leading and trailing slash. */
  readonly baseUrl: string;
  /** Port to try first. */
  readonly port: number;
  /** How many following ports may be tried when that one is taken; 0 makes a taken port an error. */
  readonly furtherPorts: number;
}

const compress = compression();
type Request = Parameters<typeof compress>[0];
type Response = Parameters<typeof compress>[1];

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function answer(options: ServeOptions, request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '/';
  const folder = resolve(options.folder);
  if (!isDecodable(url.split('?')[0] ?? '')) {
    response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
    createReadStream(join(folder, '404.html'))
      .on('error', () => response.end())
      .pipe(response);
  } else if (!url.startsWith(options.baseUrl)) {
    response.writeHead(302, { location: options.baseUrl }).end();
  } else {
    // serve-handler knows no base URL: its redirects get the base back.
    const setHeader = response.writeHead.bind(response);
    response.writeHead = ((status: number, headers?: Record<string, string>) => {
      const location = headers?.Location;
      const rebased = location?.startsWith('/') && options.baseUrl + location.slice(1);
      return setHeader(status, rebased ? { ...headers, Location: rebased } : headers);
    }) as typeof response.writeHead;
    request.url = url.replace(options.baseUrl, '/');
    void serveHandler(request, response, {
      public: folder,
      cleanUrls: true,
      directoryListing: false,
    });
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, () => {
      server.off('error', fail);
      done();
    });
  });
}

/** A site that is being served. */
export interface ServedSite {
  /** Address readers open, with the base URL. */
  readonly address: string;
  readonly close: () => void;
}

/**
 * Serves a built site until it is closed or the process ends.
 *
 * @throws Error when no port could be had
 */
export async function serve(options: ServeOptions): Promise<ServedSite> {
  const last = Math.min(options.port + options.furtherPorts, 65535);
  for (let port = options.port; port <= last; port += 1) {
    const server = createServer((request, response) => {
      compress(request as Request, response as Response, () => answer(options, request, response));
    });
    try {
      await listen(server, port);
      return { address: `http://localhost:${port}${options.baseUrl}`, close: () => server.close() };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error(`端口 ${options.port} 到 ${last} 都被占用，请用 --port 换一个，例如 --port 4000`);
}

/**
 * Reads a port given on the command line.
 *
 * @throws Error with one line naming what was given
 */
export function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= 65535) return port;
  throw new Error(
    `--port 的值 ${JSON.stringify(text)} 无效：需要 1 到 65535 的整数，例如 --port 4000`,
  );
}

function readArguments() {
  try {
    return parseArgs({ options: { port: { type: 'string' }, dir: { type: 'string' } } }).values;
  } catch {
    throw new Error('写成 npm run serve -- [--port 4000] [--dir build]');
  }
}

/**
 * What the command line asks to serve, preferring port 3000.
 *
 * @throws Error with one line naming what cannot be used
 */
export function readServeOptions(): ServeOptions {
  const { port, dir } = readArguments();
  return {
    folder: dir ?? 'build',
    baseUrl: readEnvironment().baseUrl,
    port: port === undefined ? 3000 : parsePort(port),
    furtherPorts: port === undefined ? 50 : 0,
  };
}

/**
 * Serves a built site and prints the address.
 *
 * @throws Error with one line when the site is not built, or no port could be had
 */
export async function serveBook(options: ServeOptions): Promise<void> {
  if (!existsSync(join(options.folder, 'index.html'))) {
    throw new Error(`${options.folder}/ 里没有构建好的网站，请先运行 npm run build`);
  }
  const { address } = await serve(options);
  console.log(`本书已在 ${address} 打开，按 Ctrl+C 结束。`);
}

/** Ends the process with one line instead of a stack trace. */
export function endWith(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

if (require.main === module) {
  Promise.resolve().then(readServeOptions).then(serveBook).catch(endWith);
}
