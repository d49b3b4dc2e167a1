/*
 * What is checked of a message before dbus-native decodes it, by the rules of
 * https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol Its version 0.16.1 checks few: it reads an
 * array whose elements take no bytes without end, and passes on a header field of another type than it should have.
 *
 * Every step takes bytes of the message, so the work is bounded by its length.
 */

/** A message begins with so many bytes, which say how long the rest is. */
export const headBytes = 16;

/** The beginning of a message. */
export interface FrameHead {
  readonly isLittleEndian: boolean;
  readonly fieldsBytes: number;
  /** Header fields, padding and body. */
  readonly restBytes: number;
}

/** The specification allows no longer message. */
const longestMessageBytes = 2 ** 27;

/** @returns null when these {@link headBytes} bytes begin no message: where the next one begins is then unknown */
export function frameHead(bytes: Buffer): FrameHead | null {
  const [order, , , version] = bytes;
  const isLittleEndian = order === 0x6c;
  if ((!isLittleEndian && order !== 0x42) || version !== 1) return null;
  const at = (offset: number): number =>
    isLittleEndian ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset);
  const fieldsBytes = at(12);
  const restBytes = aligned(fieldsBytes, 8) + at(4);
  if (headBytes + restBytes > longestMessageBytes) return null;
  return { isLittleEndian, fieldsBytes, restBytes };
}

/**
 * Whether a message is to be decoded: it comes from a sender that is expected, and is sound. The body of a stranger's
 * message is not looked at.
 *
 * @param rest `restBytes` bytes behind the head
 */
export function isReadable(
  { fieldsBytes, isLittleEndian }: FrameHead,
  rest: Buffer,
  isExpected: (sender: string) => boolean,
): boolean {
  const walk = new Walk(rest, isLittleEndian);
  const fields = readFields(walk, fieldsBytes);
  if (fields === null || !isExpected(fields.sender)) return false;
  const types = parsedSignature(fields.signature);
  if (types === null || walk.advance(0, 8) === null) return false;
  return types.every((type) => walk.passes(type, 0)) && walk.at === rest.length;
}

const senderField = 7;
const signatureField = 8;
const fileDescriptorsField = 9;
/** The types of the fields by their codes: path, interface, member, error, serial, destination, and those above. */
const fieldTypes: readonly string[] = ['', 'o', 's', 's', 's', 'u', 's', 's', 'g', 'u'];

/** @returns null when they are not sound */
function readFields(walk: Walk, fieldsBytes: number): { sender: string; signature: string } | null {
  const texts = { sender: '', signature: '' };
  const seen = new Set<number>();
  while (walk.at < fieldsBytes) {
    const code = walk.byte(8);
    const written = walk.text(1);
    if (code === null || code === 0 || written === null) return null;
    // File descriptors were not agreed on, so no bus sends any; a field that stands twice has two meanings.
    if (code === fileDescriptorsField || seen.has(code)) return null;
    const [type, ...more] = parsedSignature(written) ?? [];
    if (type === undefined || more.length > 0) return null;
    // Fields that a later version may add are passed over.
    if (code < fieldTypes.length) {
      if (written !== fieldTypes[code]) return null;
      seen.add(code);
    }
    if (code === senderField || code === signatureField) {
      const text = walk.text(code === senderField ? 4 : 1);
      if (text === null) return null;
      texts[code === senderField ? 'sender' : 'signature'] = text;
    } else if (!walk.passes(type, 1)) return null;
  }
  return walk.at === fieldsBytes ? texts : null;
}

/** One complete type: its code, and for an array the type of its elements, for a structure those of its members. */
interface Type {
  readonly code: string;
  readonly members: readonly Type[];
}

/** Bytes of the types of fixed size; such a value is aligned to its size. */
const fixedBytes = new Map(
  Object.entries({ y: 1, n: 2, q: 2, b: 4, i: 4, u: 4, h: 4, x: 8, t: 8, d: 8 }),
);
const basicCodes = new Set([...fixedBytes.keys(), 's', 'o', 'g']);
const longestSignature = 255;
/** Arrays in each other, and structures in each other, in one signature. */
const deepestOfAKind = 32;
/** Containers in each other, also through variants. */
const deepest = 64;

/** @returns the complete types of a signature; null when it is none */
function parsedSignature(signature: string): readonly Type[] | null {
  if (signature.length > longestSignature) return null;
  let at = 0;
  const complete = (arrays: number, structures: number, isElement: boolean): Type | null => {
    const code = signature[at] ?? '';
    at += 1;
    if (basicCodes.has(code) || code === 'v') return { code, members: [] };
    if (code === 'a') {
      if (arrays === deepestOfAKind) return null;
      const element = complete(arrays + 1, structures, true);
      return element === null ? null : { code, members: [element] };
    }
    const isEntry = code === '{' && isElement;
    if ((code !== '(' && !isEntry) || structures === deepestOfAKind) return null;
    const members: Type[] = [];
    const close = isEntry ? '}' : ')';
    while (signature[at] !== close) {
      const member = complete(arrays, structures + 1, false);
      if (member === null) return null;
      members.push(member);
    }
    at += 1;
    const [key] = members;
    if (key === undefined) return null;
    if (isEntry && (members.length !== 2 || !basicCodes.has(key.code))) return null;
    return { code, members };
  };
  const types: Type[] = [];
  while (at < signature.length) {
    const type = complete(0, 0, false);
    if (type === null) return null;
    types.push(type);
  }
  return types;
}

/** Goes over values without decoding them. What does not fit into the bytes is null or false. */
class Walk {
  at = 0;
  readonly #bytes: Buffer;
  readonly #isLittleEndian: boolean;

  constructor(bytes: Buffer, isLittleEndian: boolean) {
    this.#bytes = bytes;
    this.#isLittleEndian = isLittleEndian;
  }

  /** Passes over padding and then so many bytes. @returns where these begin */
  advance(bytes: number, alignment: number): number | null {
    const start = aligned(this.at, alignment);
    if (start + bytes > this.#bytes.length) return null;
    this.at = start + bytes;
    return start;
  }

  byte(alignment: number): number | null {
    const start = this.advance(1, alignment);
    return start === null ? null : this.#bytes.readUInt8(start);
  }

  /** A signature, whose length takes one byte, or another text, whose length takes four. */
  text(lengthBytes: 1 | 4): string | null {
    const start = this.#passText(lengthBytes);
    return start === null ? null : this.#bytes.toString('latin1', start, this.at - 1);
  }

  passes(type: Type, depth: number): boolean {
    const { code, members } = type;
    const size = fixedBytes.get(code);
    if (size !== undefined) return this.advance(size, size) !== null;
    if (code === 'g') return this.#passText(1) !== null;
    if (code === 's' || code === 'o') return this.#passText(4) !== null;
    if (depth === deepest) return false;
    if (code === 'v') {
      const [held, ...more] = parsedSignature(this.text(1) ?? '') ?? [];
      return held !== undefined && more.length === 0 && this.passes(held, depth + 1);
    }
    const [element] = members;
    if (code === 'a') return element !== undefined && this.#passArray(element, depth + 1);
    if (this.advance(0, 8) === null) return false;
    return members.every((member) => this.passes(member, depth + 1));
  }

  #passArray(element: Type, depth: number): boolean {
    const length = this.#length();
    const size = fixedBytes.get(element.code);
    const alignment = size ?? alignments.get(element.code) ?? 4;
    if (length === null || this.advance(0, alignment) === null) return false;
    const end = this.at + length;
    if (size !== undefined) return length % size === 0 && this.advance(length, 1) !== null;
    if (end > this.#bytes.length) return false;
    // Every value takes at least a byte: no structure is empty.
    while (this.at < end) if (!this.passes(element, depth)) return false;
    return this.at === end;
  }

  #passText(lengthBytes: 1 | 4): number | null {
    const length = lengthBytes === 1 ? this.byte(1) : this.#length();
    return length === null || this.advance(length + 1, 1) === null ? null : this.at - length - 1;
  }

  #length(): number | null {
    const start = this.advance(4, 4);
    if (start === null) return null;
    const bytes = this.#bytes;
    return this.#isLittleEndian ? bytes.readUInt32LE(start) : bytes.readUInt32BE(start);
  }
}

/** Of the types of no fixed size; the others begin with a length of four bytes. */
const alignments = new Map(Object.entries({ g: 1, v: 1, '(': 8, '{': 8 }));

function aligned(at: number, bytes: number): number {
  return Math.ceil(at / bytes) * bytes;
}
