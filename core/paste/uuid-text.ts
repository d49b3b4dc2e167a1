import type { OrderId } from '../order/order-id.ts';

/** A uuid as it stands in a line. */
export interface UuidInLine {
  readonly id: OrderId;
  readonly start: number;
  /** Behind its last digit. */
  readonly end: number;
}

/** A uuid in a normalised line, with or without hyphens. */
const uuidForm =
  /(?<![0-9a-f])([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(?![0-9a-f])/gi;

/** The uuids of a line that {@link normalised} went over. */
export function uuidsOf(line: string): readonly UuidInLine[] {
  const uuids: UuidInLine[] = [];
  uuidForm.lastIndex = 0;
  for (let match = uuidForm.exec(line); match !== null; match = uuidForm.exec(line)) {
    const id = match.slice(1).join('-').toLowerCase() as OrderId;
    uuids.push({ id, start: match.index, end: uuidForm.lastIndex });
  }
  return uuids;
}

/** The line without its uuids. */
export function withoutUuids(line: string): string {
  return normalised(line).replace(uuidForm, ' ');
}

/** Invisible characters between the digits of a uuid. */
const unseen =
  /(?<=[0-9a-f\uFF10-\uFF5A-])\p{Default_Ignorable_Code_Point}{1,8}(?=[0-9a-f\uFF10-\uFF5A\\%=&<\u2010-\u2015-]|$)/giu;
/** What programs and people put in the place of a hyphen: other dashes, characters that look like one, RFC 3986, RFC 2045, HTML. */
const otherDash =
  /(?<=[0-9a-f])(?:[\u058A\u2010-\u2015\u2043\u2212\u2500\u2501\u30FC\u4E00\uFE58\uFE63]|%(?:25){0,3}2d|=2d|[%=]e2[%=]80[%=]9[0-5]|[%=]e2[%=]88[%=]92|&(?:#45|#x2d|#820[89]|#821[123]|#x201[0-4]|[nm]dash|hyphen|minus);)(?=[0-9a-f]|$)/gi;
/** As a keyboard for Chinese writes them; its hyphen may be the plain one. */
const fullwidth =
  /[\uFF10-\uFF19\uFF21-\uFF26\uFF41-\uFF46\uFF0D][\uFF10-\uFF19\uFF21-\uFF26\uFF41-\uFF46\uFF0D-]{7,}/g;

/** A uuid with any marks around its hyphens or in their place, such as blanks, dots and quotes. */
const looseForm =
  /(?<![0-9a-f]|\\U)([0-9a-f]{8})([^\p{L}\p{N}]{0,7})([0-9a-f]{4})([^\p{L}\p{N}]{0,7})([0-9a-f]{4})([^\p{L}\p{N}]{0,7})([0-9a-f]{4})([^\p{L}\p{N}]{0,7})([0-9a-f]{12})(?![0-9a-f])/giu;

/** Only a line with one of these can hold a uuid in another form than the plain one. */
const unusual =
  /[\\%=&<+\u0080-\uFFFF]|__;|[0-9a-f](?:[^0-9a-z-]|-[^0-9a-z])[^0-9a-z]{0,6}[0-9a-f]{4}/i;
const anyEscape = /\\[ux0-3bf]|%[0-9a-fu]|=[0-9a-f]{2}|&#|&[a-z]{2,8};|<\/?[a-z]|\+(?:AC0|IB)/i;

/**
 * An address as version 2 of Proofpoint's URL Defense rewrites it in mail, also in the source of a mail. Where a line
 * was broken in it, it ends in "=" and is not whole yet.
 */
const rewrittenAddress =
  /https:\/\/urldefense(?:\.proofpoint)?\.com\/v2\/url\?u=(?:3d)?([\w.-]+)(?=[&\s"'<>]|$)/gi;
/** What version 3 puts before an address and behind it. */
const aroundAddress = /https:\/\/urldefense\.com\/v3\/__|__;[^\s"'<>]*/gi;

/** The line with the addresses themselves: in version 2 "_" stands for a slash, and "-" begins an escape. */
function withoutRewriting(line: string): string {
  const plain = line.replace(rewrittenAddress, (_whole, written: string) =>
    written.replaceAll('_', '/').replaceAll(/-([0-9a-f]{2})/gi, (_escape, code: string) => {
      const character = String.fromCharCode(Number.parseInt(code, 16));
      return endsAddress.test(character) ? `%${code}` : character;
    }),
  );
  return plain.replace(aroundAddress, '');
}

/** The line with every uuid in it written in plain characters. */
export function normalised(line: string): string {
  if (!unusual.test(line)) return line;
  // Looked for first: these expressions together go over a text only so often.
  const direct = line.includes('urldefense') ? withoutRewriting(line) : line;
  const seen = direct
    .replace(unseen, '')
    .replace(fullwidth, (digits) => digits.normalize('NFKC'))
    .replace(otherDash, '-');
  return (anyEscape.test(seen) ? withoutEscapes(seen) : seen).replace(
    looseForm,
    (whole, ...parts) => plainUuid(parts) ?? whole,
  );
}

/**
 * The plain form of what {@link looseForm} found.
 *
 * @param parts its groups of digits, with the marks between them
 * @returns null for a row of numbers: without a hyphen at each place, one of the digits must be a letter
 */
function plainUuid(parts: readonly unknown[]): string | null {
  const digits = [parts[0], parts[2], parts[4], parts[6], parts[8]].join('-');
  const isHyphened = [parts[1], parts[3], parts[5], parts[7]].every((mark) => mark === '-');
  return isHyphened || /[a-f]/i.test(digits) ? digits : null;
}

/**
 * Forms that programs give to single characters: JSON, JavaScript and C (also of a text that was quoted several
 * times), RFC 3986, RFC 2045, HTML. The group is the code of the character.
 */
const escapes: readonly { readonly form: RegExp; readonly radix: 8 | 10 | 16 }[] = [
  { form: /(?:\\{1,8}(?:U0000|u)|%u)([0-9a-f]{4})/iy, radix: 16 },
  { form: /\\{1,8}u\{0{0,5}([0-9a-f]{2,4})\}/iy, radix: 16 },
  { form: /(?:\\{1,8}x|%(?:25){0,4}|=(?:3d){0,2})([0-9a-f]{2})/iy, radix: 16 },
  { form: /&(?:amp;){0,3}#x0{0,5}([0-9a-f]{2,4});/iy, radix: 16 },
  { form: /&(?:amp;){0,3}#0{0,5}(\d{2,4});/iy, radix: 10 },
  { form: /\\{1,8}([0-3][0-7]{2})/y, radix: 8 },
];
/** What stands for a mark between the digits: a name of HTML, a tag, a hyphen of RFC 2152. */
const otherMark = /&(?:amp;){0,3}[a-z]{2,8};|<\/?[a-z][^<>]{0,80}>|\+(?:AC0|IB[A-U])-/iy;

/** An escape right before digits that are not its own: the characters that have a code, or a letter. */
const escapeBefore =
  /(?:\\{1,8}(?:(?:U0000|u)([0-9a-f]{4})|x([0-9a-f]{2})|([0-3][0-7]{2})|[bf])|%u([0-9a-f]{4})|(?:%(?:25){0,4}|=(?:3d){0,2})([0-9a-f]{2}))$/i;
const longestEscape = 24;

/** Blanks, quotes and brackets end an address. */
export const endsAddress = /[\s"'<>`\\^{}|]/;

/** With their marks, more than the characters of a uuid are not looked at. */
const mostCharacters = 32 + 4 * 7 + 1;

/** The line with the uuids in it that hold or follow escapes in plain characters. */
function withoutEscapes(line: string): string {
  let plain = '';
  let kept = 0;
  let lastMark = -longestEscape;
  for (let at = 0; at < line.length; at += 1) {
    const isMark = escapeMarks.has(line.charCodeAt(at));
    if (isMark) lastMark = at;
    if (!isMark && !isHexDigit(line.charCodeAt(at))) continue;
    const goesOn = isHexDigit(line.charCodeAt(at - 1));
    // These digits go on, unless those before them are of an escape.
    const before = goesOn && at - lastMark <= longestEscape ? escapeEndingAt(line, at) : noEscape;
    // The digits of "\U0000002d" are as many as those that a uuid begins with.
    const isStart = (!goesOn || before !== noEscape) && !line.startsWith('U0000', at - 1);
    const { text, ends } = isStart ? charactersFrom(line, at) : nothing;
    looseForm.lastIndex = 0;
    const match = looseForm.exec(text);
    const uuid = match?.index === 0 ? plainUuid(match.slice(1)) : null;
    const end = ends[(match?.[0].length ?? 0) - 1];
    if (uuid !== null && end !== undefined) {
      plain += line.slice(kept, at - before.length) + before.character + uuid;
      kept = end;
      at = end - 1;
    } else if (isMark && line[at] !== '=') {
      // No uuid begins amid digits that are escaped; but "=33f2b8c1" may be an escape or not.
      at = Math.max(at, endOfDigits(line, at) - 1);
    }
  }
  return plain + line.slice(kept);
}

/** Where the escapes of digits end that begin at a place. */
function endOfDigits(line: string, start: number): number {
  for (let at = start; ;) {
    const found = escapeMarks.has(line.charCodeAt(at)) ? characterAt(line, at) : null;
    if (found === null || !isHexDigit(found.character.charCodeAt(0))) return at;
    at = found.end;
  }
}

const escapeMarks: ReadonlySet<number> = new Set(
  Array.from('\\%=&<+', (mark) => mark.charCodeAt(0)),
);

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

const nothing = { text: '', ends: [] };
const noEscape = { length: 0, character: '' };

/** The escape of another character than a digit that ends here, such as a quote or a slash. */
function escapeEndingAt(line: string, at: number): typeof noEscape {
  const found = escapeBefore.exec(line.slice(Math.max(0, at - longestEscape), at));
  if (found === null) return noEscape;
  const [escape, long, short, octal, percent, byte] = found;
  const hex = long ?? short ?? percent ?? byte;
  const code = hex === undefined ? Number.parseInt(octal ?? '40', 8) : Number.parseInt(hex, 16);
  if (isHexDigit(code)) return noEscape;
  const character = String.fromCharCode(code);
  // An address goes on behind an escaped blank, quote or bar.
  const isInAddress = escape.startsWith('%') && endsAddress.test(character);
  return { length: escape.length, character: isInAddress ? '·' : character };
}

/** What stands in a line from here on without its escapes, and where each character of it ends in the line. */
function charactersFrom(
  line: string,
  start: number,
): { readonly text: string; readonly ends: readonly number[] } {
  let text = '';
  const ends: number[] = [];
  for (let at = start; at < line.length && ends.length < mostCharacters;) {
    const found = escapeMarks.has(line.charCodeAt(at)) ? characterAt(line, at) : null;
    const character = found?.character ?? line.charAt(at);
    const isDigit = isHexDigit(character.charCodeAt(0));
    // A uuid begins with eight digits, and no other letter is in it.
    if (!isDigit && (ends.length < 8 || /[g-z]/i.test(character))) break;
    at = found?.end ?? at + 1;
    text += character;
    ends.push(at);
  }
  return { text, ends };
}

function characterAt(
  line: string,
  at: number,
): { readonly character: string; readonly end: number } | null {
  for (const { form, radix } of escapes) {
    form.lastIndex = at;
    const [, code] = form.exec(line) ?? [];
    if (code !== undefined) {
      const number = Number.parseInt(code, radix);
      // Beyond ASCII it is some mark, such as a dash, or a byte of one in UTF-8.
      return { character: number > 0x7f ? '·' : String.fromCharCode(number), end: form.lastIndex };
    }
  }
  otherMark.lastIndex = at;
  return otherMark.test(line) ? { character: '·', end: otherMark.lastIndex } : null;
}
