import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

type Decompress = (body: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>;

const gzip = [promisify(gunzip)];

/** The ways to unpack each coding, in the order in which they are tried. */
const waysOf: ReadonlyMap<string, readonly Decompress[]> = new Map<string, readonly Decompress[]>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  // Some servers leave out the frame around it (RFC 9110, 8.4.1.2).
  ['deflate', [promisify(inflate), promisify(inflateRaw)]],
  ['br', [promisify(brotliDecompress)]],
  ['zstd', [promisify(zstdDecompress)]],
]);

/** Of a long list of codings only the last ones are undone: each could unpack to the limit. */
const mostCodings = 5;

/**
 * Removes the content codings of a body. Requests ask for none, because compressing an order of one to two
 * kilobytes costs more than it saves; some services and proxies compress all the same. zlib stops at the limit,
 * so a decompression bomb does not grow.
 *
 * The header is a hint: a coding that is unknown, or that does not fit the bytes, is passed over, and gzip is known
 * by its first bytes. Whether what is left means anything is for the reader of the body to judge.
 *
 * undici's own interceptor is not used: it is experimental and fails on what does not unpack.
 *
 * @param header `Content-Encoding`: codings in the order in which they were applied
 * @returns null when it unpacks to more than `mostBytes`
 */
export async function unpacked(
  body: Buffer,
  header: string | undefined,
  mostBytes: number,
): Promise<Buffer | null> {
  const codings = (header ?? '').toLowerCase().split(',').slice(-mostCodings);
  let bytes = body;
  for (const coding of codings.toReversed()) {
    const next = await unpackedOnce(bytes, waysOf.get(coding.trim()) ?? [], mostBytes);
    if (next === null) return null;
    bytes = next;
  }
  return isGzip(bytes) ? await unpackedOnce(bytes, gzip, mostBytes) : bytes;
}

/** Whether bytes are packed by gzip (RFC 1952, 2.3.1), as no JSON and no page begins. */
export function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

/** Whether bytes begin as JSON or a page does. */
function isText(body: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*[{["<]/.test(body.toString('latin1', 0, 100));
}

async function unpackedOnce(
  body: Buffer,
  ways: readonly Decompress[],
  maxOutputLength: number,
): Promise<Buffer | null> {
  for (const decompress of ways) {
    try {
      const next = await decompress(body, { maxOutputLength });
      // Some text can be unpacked as a coding that has no mark of its own, to nothing that means anything.
      if (isText(next) || !isText(body)) return next;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'ERR_BUFFER_TOO_LARGE') return null;
    }
  }
  return body;
}
