/*
 * As much of the Distinguished Encoding Rules (ITU-T X.690) as a certificate needs.
 */

/** A value with its tag and length. */
export function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** Values in their order. */
export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...parts);
}

/** A whole number of at least 0, given as its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const isNegativeLooking = ((bytes[0] ?? 0) & 0x80) !== 0;
  return tagged(0x02, Buffer.concat([Buffer.alloc(isNegativeLooking ? 1 : 0), bytes]));
}

/** An object identifier such as `2.5.4.3`. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const digits = [arc & 0x7f];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) {
      digits.unshift((left & 0x7f) | 0x80);
    }
    bytes.push(...digits);
  }
  return tagged(0x06, Buffer.from(bytes));
}

/** Text in UTF-8. */
export function utf8String(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text));
}

/** An instant between 1950 and 2050, to the second. */
export function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

/** Whole bytes as a string of bits. */
export function bitString(bytes: Uint8Array): Buffer {
  return tagged(0x03, Buffer.from([0]), bytes);
}

/** Bytes as they are. */
export function octetString(bytes: Uint8Array): Buffer {
  return tagged(0x04, bytes);
}

/** The truth. */
export function trueValue(): Buffer {
  return tagged(0x01, Buffer.from([0xff]));
}
