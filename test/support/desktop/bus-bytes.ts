/* The bytes of D-Bus messages, as a bus writes them, little-endian. */

/** Four bytes of a number. */
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** With zeros behind it, up to a multiple. */
export function pad(bytes: Buffer, multiple: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((multiple - (bytes.length % multiple)) % multiple)]);
}

/** A value of the type `s` or `o`. */
export function text(value: string): Buffer {
  return Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value), Buffer.from([0])]);
}

/** A value of the type `g`. */
export function types(signature: string): Buffer {
  return Buffer.from([signature.length, ...Buffer.from(signature), 0]);
}

/** A header field with a type of one letter. */
export function fieldOf(code: number, type: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([code]), types(type), value]);
}

/**
 * A message as dbus-daemon writes it, with the fields it really has.
 *
 * @param sender null for none
 */
export function message(
  type: number,
  body: Buffer,
  signature: string,
  fields: readonly Buffer[] = [],
  sender: string | null = ':1.7',
): Buffer {
  const all = [
    ...(sender === null ? [] : [fieldOf(7, 's', text(sender))]),
    ...fields,
    fieldOf(8, 'g', types(signature)),
  ];
  const written = Buffer.concat(all.map((one, at) => (at < all.length - 1 ? pad(one, 8) : one)));
  const head = [Buffer.from([0x6c, type, 1, 1]), u32(body.length), u32(9), u32(written.length)];
  return Buffer.concat([pad(Buffer.concat([...head, written]), 8), body]);
}
