import { constants, gzipSync } from 'node:zlib';

const memberBytes = 16 * 1024 * 1024;

/**
 * A gzip body that inflates to about so many bytes: many small members one after the other, which
 * decoders take for one stream (RFC 1952, 2.2), so it costs little to make.
 */
export function zipBomb(inflatesToBytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(Math.min(memberBytes, inflatesToBytes), ' '), {
    level: constants.Z_BEST_COMPRESSION,
  });
  return Buffer.concat(
    Array.from({ length: Math.max(1, Math.ceil(inflatesToBytes / memberBytes)) }, () => member),
  );
}
