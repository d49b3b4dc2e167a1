import { randomBytes } from 'node:crypto';

/** "Any display": the entry then fits before the X server has chosen its number. */
const familyWild = 0xff_ff;

function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/**
 * The bytes of an Xauthority file with one fresh random cookie for any display, so that only those
 * who can read the file can use the X server. The format is that of Xau.h: big-endian, each field
 * with its length before it.
 */
export function xAuthority(): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(familyWild);
  const nothing = Buffer.alloc(0);
  return Buffer.concat([
    family,
    field(nothing),
    field(nothing),
    field(Buffer.from('MIT-MAGIC-COOKIE-1')),
    field(randomBytes(16)),
  ]);
}
