/** Reads the index's files in the browser; small, because it is part of every page. */

/** The index could not be read; the message is for readers. */
export class SearchFileError extends Error {
  override readonly name = 'SearchFileError';
}

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
 * @throws SearchFileError when the file does not arrive whole
 */
export async function readFile(url: string, fresh: boolean): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { cache: fresh ? 'no-cache' : 'default' });
    if (!response.ok) throw new SearchFileError(`${url}：${response.status}`);
    return await unpack(new Uint8Array(await response.arrayBuffer()));
  } catch (cause) {
    if (cause instanceof SearchFileError) throw cause;
    throw new SearchFileError(url, { cause });
  }
}
