/** Reads the index's files in the browser; small, because it is part of every page. */

/** First bytes of a gzip file; a host that unpacks by itself sends the content without them. */
const gzip = [0x1f, 0x8b] as const;

async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (bytes[0] !== gzip[0] || bytes[1] !== gzip[1]) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Reads one file.
 *
 * @param url address of the file
 * @param fresh whether a cached copy must be checked with the server first
 * @throws Error when the file does not arrive whole
 */
export async function readFile(url: string, fresh = false): Promise<Uint8Array> {
  const response = await fetch(url, { cache: fresh ? 'no-cache' : 'default' });
  if (!response.ok) throw new Error(`${url}：${response.status}`);
  return unpack(new Uint8Array(await response.arrayBuffer()));
}

/** Must equal `indexFolder` and `manifestFile` of the core, which is not part of the first load. */
const manifestPath = 'search-index/index.bin';

let manifest: Promise<Uint8Array> | undefined;

/** Reads the index's entry, once; a failure is forgotten so that it can be retried. */
export function readManifest(baseUrl: string): Promise<Uint8Array> {
  if (manifest) return manifest;
  manifest = readFile(baseUrl + manifestPath, true);
  manifest.catch(forgetManifest);
  return manifest;
}

/** Lets the entry be read again. */
export function forgetManifest(): void {
  manifest = undefined;
}
