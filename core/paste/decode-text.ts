/** Node and browsers have it; neither's types belong here. It knows every encoding of the WHATWG's standard. */
declare const TextDecoder: new (
  encoding?: string,
  options?: { readonly fatal: boolean },
) => { readonly decode: (bytes: Uint8Array) => string };

/** What stands in the place of bytes that cannot be read. */
const unread = '\uFFFD';

/**
 * The text of a file, of standard input or of a drop: UTF-8, or UTF-16 with or without a byte order mark; where it is
 * neither, Big5, GB18030 or Windows-1252, if one of them alone gives sensible text. What cannot be read becomes
 * U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  // The last byte of a text that was cut is half a character.
  if (wide !== null) return new TextDecoder(wide).decode(bytes.subarray(0, bytes.length & ~1));
  const strict = strictly('utf-8', bytes);
  if (strict !== null) return strict;
  const lenient = new TextDecoder().decode(bytes);
  if (isMostlyRead(lenient)) return lenient;
  const legacy = legacyEncoding(bytes);
  if (legacy === null) return plainText(bytes);
  const text = strictly(legacy, bytes) ?? plainText(bytes);
  // What Node gives for the characters of Hong Kong that Big5 lacks.
  return text.replaceAll(/[\uE000-\uF8FF]/g, unread);
}

/** The encoding of a text that is known to be Unicode, by its first bytes. */
export function unicodeEncoding(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  return wideEncoding(head) ?? 'utf-8';
}

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null; // another encoding is an answer here
  }
}

/** Only ASCII is the same in all of them. */
function plainText(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes).replaceAll(/[\u0080-\uFFFF]/g, unread);
}

/** A text in UTF-8 of which some bytes are damaged or cut off. */
function isMostlyRead(text: string): boolean {
  const lost = text.split(unread).length - 1;
  const read = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0;
  return read >= lost * 5;
}

/** From so many bytes on, and by not more, it is told whether each second one is zero, as those of ASCII are. */
const leastWideBytes = 16;
const mostWideBytes = 4096;

/** The kind of UTF-16, by its byte order mark or by where its zeros are; null when it is none. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, mostWideBytes);
  if (head.length < leastWideBytes) return null;
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 8;
  if (odd > many && even * 8 < odd) return 'utf-16le';
  if (even > many && odd * 8 < even) return 'utf-16be';
  return null;
}

type LegacyEncoding = 'big5' | 'gb18030' | 'windows-1252';

/** An encoding is believed from this share of usual characters on, and so far before the next. */
const leastUsual = 0.6;
const leastLead = 0.2;

/** The encoding that alone makes sense of the bytes beyond ASCII; null where that cannot be known. */
function legacyEncoding(bytes: Uint8Array): LegacyEncoding | null {
  const shares: readonly { readonly encoding: LegacyEncoding; readonly share: number }[] = [
    { encoding: 'big5', share: usualPairs(bytes, isUsualInBig5) },
    { encoding: 'gb18030', share: usualPairs(bytes, isUsualInGb) },
    { encoding: 'windows-1252', share: usualLetters(bytes) },
  ];
  const [best, next] = shares
    .filter(({ encoding }) => strictly(encoding, bytes) !== null)
    .toSorted((one, other) => other.share - one.share);
  if (best === undefined || best.share < leastUsual) return null;
  return next !== undefined && best.share - next.share < leastLead ? null : best.encoding;
}

/** The share of usual characters among those of two bytes. */
function usualPairs(bytes: Uint8Array, isUsual: (lead: number, trail: number) => boolean): number {
  let pairs = 0;
  let usual = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]];
    if (lead < 0x80) continue;
    pairs += 1;
    if (isUsual(lead, trail)) usual += 1;
    at += 1;
  }
  return usual / pairs;
}

/** The 5,401 frequent characters of Big5, and its marks. */
function isUsualInBig5(lead: number, trail: number): boolean {
  return lead >= 0xa1 && lead <= 0xc6 && trail >= 0x40;
}

/** The 3,755 frequent characters of GB 2312, and its marks. */
function isUsualInGb(lead: number, trail: number): boolean {
  return trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3));
}

/** The share of bytes that are a letter within a word of ASCII letters, or a mark as programs for texts set it. */
function usualLetters(bytes: Uint8Array): number {
  let letters = 0;
  let usual = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    letters += 1;
    const [before = 0x20, after = 0x20] = [bytes[at - 1], bytes[at + 1]];
    if (before >= 0x80 || after >= 0x80) continue;
    const isInWord = isAsciiLetter(before) || isAsciiLetter(after);
    if ((byte >= 0xc0 && isInWord) || isTextMark(byte) || (isUnit(byte) && isDigit(before))) {
      usual += 1;
    }
  }
  return usual / letters;
}

function isAsciiLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Curly quotes, dashes and a bullet; the ellipsis; the letters with a caron. */
function isTextMark(byte: number): boolean {
  return (byte >= 0x91 && byte <= 0x97) || [0x85, 0x8a, 0x8e, 0x9a, 0x9e, 0x9f].includes(byte);
}

/** The signs of the euro, of degrees, ordinals and fractions. */
function isUnit(byte: number): boolean {
  return [0x80, 0xaa, 0xb0, 0xba, 0xbc, 0xbd, 0xbe].includes(byte);
}
