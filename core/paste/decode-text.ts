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

/** By so many bytes it is told whether each second one is zero, as those of ASCII in UTF-16 are. */
const leastWideBytes = 16;
const mostWideBytes = 4096;

/** The kind of UTF-16, by its byte order mark or by where its zeros are; null when it is none. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first = 0, second = 0] = bytes;
  const mark = first * 0x100 + second;
  if (mark === 0xfffe) return 'utf-16le';
  if (mark === 0xfeff) return 'utf-16be';
  const head = bytes.subarray(0, mostWideBytes);
  if (head.length < leastWideBytes) return null;
  const odd = head.filter((byte, at) => byte === 0 && at % 2 === 1).length;
  const even = head.filter((byte, at) => byte === 0 && at % 2 === 0).length;
  const [fewer, more] = [Math.min(odd, even), Math.max(odd, even)];
  if (more * 8 < head.length || fewer * 8 > more) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** The encoding is judged by this many bytes, counted from the first that is not ASCII. */
const mostJudged = 100_000;
/** An encoding is believed from this share of usual characters on, and with such a lead over the next. */
const leastUsual = 0.6;
const leastLead = 0.2;

/** The encoding that alone makes sense of the bytes beyond ASCII; null where that cannot be known. */
function legacyEncoding(bytes: Uint8Array): string | null {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const judged = bytes.subarray(Math.max(0, first - 1), first + mostJudged);
  const text = Array.from(judged, (byte) => String.fromCharCode(byte)).join('');
  const pairs = text.match(/[\x80-\xFF][^]?/g) ?? [];
  const letters = text.match(/[\x80-\xFF]/g) ?? [];
  const shareOf = (usual: RegExp): number =>
    pairs.filter((pair) => usual.test(pair)).length / pairs.length;
  const [best, next] = [
    { encoding: 'big5', share: shareOf(usualInBig5) },
    { encoding: 'gb18030', share: shareOf(usualInGb) },
    { encoding: 'windows-1252', share: (text.match(usualLetter)?.length ?? 0) / letters.length },
  ]
    .filter(({ encoding }) => strictly(encoding, bytes) !== null)
    .toSorted((one, other) => other.share - one.share);
  const isClear =
    best !== undefined &&
    best.share >= leastUsual &&
    (next === undefined || best.share - next.share >= leastLead);
  return isClear ? best.encoding : null;
}

/** The 5,401 frequent characters of Big5, and its marks. */
const usualInBig5 = /^[\xA1-\xC6]/;
/** The 3,755 frequent characters of GB 2312, and its marks. */
const usualInGb = /^[\xA1-\xA3\xB0-\xD7][\xA1-\xFE]/;
/**
 * One byte between two of ASCII that is a letter in a word, a mark as programs for texts set it, or a sign behind a
 * number: of the euro, of degrees, ordinals and fractions.
 */
const usualLetter =
  /(?<![\x80-\xFF])(?:(?<=[a-z])[\xC0-\xFF]|[\xC0-\xFF](?=[a-z])|[\x85\x8A\x8E\x91-\x97\x9A\x9E\x9F]|(?<=\d)[\x80\xAA\xB0\xBA\xBC-\xBE])(?![\x80-\xFF])/gi;
