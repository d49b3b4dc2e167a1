import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import type { WireAnswer } from './transport.ts';

type Unpack = (body: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>;

const unpackers: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/**
 * Removes the content encoding of an answer.
 *
 * Requests ask for none: an order is one to two kilobytes, so packing saves less than it costs. A
 * service or a proxy that packs all the same is understood, up to the same size after unpacking;
 * zlib stops there, so a bomb never grows.
 *
 * @throws DeliveryError `answer-too-large` past the limit, `answer-unreadable` when it cannot be unpacked
 */
export async function decodedBody(answer: WireAnswer, maxBodyBytes: number): Promise<WireAnswer> {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity' || answer.body.byteLength === 0) return answer;
  const unpack = unpackers.get(encoding);
  if (unpack === undefined) {
    throw new DeliveryError('answer-unreadable', { httpStatus: answer.status });
  }
  try {
    return { ...answer, body: await unpack(answer.body, { maxOutputLength: maxBodyBytes }) };
  } catch (error) {
    const isTooLarge =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new DeliveryError(isTooLarge ? 'answer-too-large' : 'answer-unreadable', {
      httpStatus: answer.status,
    });
  }
}
