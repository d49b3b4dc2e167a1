import { UuidHits } from './uuid-hits.ts';

// 0 is any other character
const hexDigit = 1;
const dash = 2;
const invisible = 3;
const lineBreak = 4;

const classOf = characterClasses();

function characterClasses(): Uint8Array {
  const table = new Uint8Array(0x1_0000);
  for (const digit of '0123456789abcdefABCDEF') {
    const code = digit.charCodeAt(0);
    table[code] = hexDigit;
    table[code + 0xfee0] = hexDigit; // the fullwidth twin
  }
  // hyphen-minus, hyphen bullet, minus, and every dash that mail and office programs put in its place
  const dashes = '-\u058A\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\uFE58\uFE63\uFF0D';
  for (const mark of dashes) table[mark.charCodeAt(0)] = dash;
  const invisibles = [0xad, 0x34f, 0x61c, 0x180e, 0xfeff];
  for (let code = 0x200b; code <= 0x200f; code += 1) invisibles.push(code);
  for (let code = 0x202a; code <= 0x202e; code += 1) invisibles.push(code);
  for (let code = 0x2060; code <= 0x206f; code += 1) invisibles.push(code);
  for (let code = 0xfe00; code <= 0xfe0f; code += 1) invisibles.push(code);
  for (const code of invisibles) table[code] = invisible;
  for (const mark of '\n\r\u0085\u2028\u2029') table[mark.charCodeAt(0)] = lineBreak;
  return table;
}

/** A hyphen that was encoded: percent (also twice), quoted-printable, either of UTF-8, HTML. */
const encodedDash =
  /%(?:25)*2d|=2d|[%=]e2[%=]80[%=]9[0-5]|[%=]e2[%=]88[%=]92|&(?:#45|#x2d|#820[89]|#821[123]|#x201[0-4]|[nm]dash|hyphen|minus);/iy;
/** The soft line break of quoted-printable (RFC 2045, 6.7), with mail quoting on the next line. */
const softBreak = /=[ \t]{0,80}(?:\r\n?|\n)(?:[ \t]{0,8}>){0,20}/y;
/** A hard line break inside a wrapped mail: blanks, the break, the quoting of the next line. */
const hardBreak = /[ \t]{0,80}(?:\r\n?|[\n\u0085\u2028\u2029])(?:[ \t]{0,8}>){0,20}[ \t]{0,80}/y;

/** From this column on a mail program may have broken the line in mid word. */
const wrapColumn = 60;

/** After so many characters a walk through a text may be interrupted. */
const stepUnits = 20_000;

/**
 * Every uuid of the text, in order, repeated ones too. Linear in the length of the text; yields often
 * enough for whoever must not be held up.
 */
export function* scanForUuids(text: string): Generator<void, UuidHits> {
  const hits = new UuidHits(text);
  let nextStep = stepUnits;
  let line = 1;
  let lineStart = 0;
  let at = 0;
  while (at < text.length) {
    if (at >= nextStep) {
      nextStep = at + stepUnits;
      yield;
    }
    const kind = classOf[text.charCodeAt(at)];
    if (kind === lineBreak) {
      if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
      at += 1;
      line += 1;
      lineStart = at;
      continue;
    }
    if (kind !== hexDigit) {
      at += 1;
      continue;
    }
    const behind = behindShortRun(text, at);
    if (behind > at) {
      at = behind;
      continue;
    }
    const hit = readAfterEscape(text, at, lineStart);
    if (hit === null) {
      let end = endOfHexRun(text, at);
      while (end < 0) {
        yield;
        end = endOfHexRun(text, -end);
      }
      at = end;
      continue;
    }
    if (hit.uuid === null) hits.addPlain(hit.start, line);
    else hits.addLoose(hit.start, line, hit.end, hit.uuid);
    // Count the lines inside a wrapped uuid, then go on behind it.
    for (let inside = hit.start; inside < hit.end; inside += 1) {
      if (classOf[text.charCodeAt(inside)] !== lineBreak) continue;
      if (text[inside] === '\r' && text[inside + 1] === '\n') inside += 1;
      line += 1;
      lineStart = inside + 1;
    }
    at = hit.end;
  }
  return hits;
}

/**
 * Behind a run of fewer digits than a uuid begins with, when nothing that may stand inside a group
 * follows: ordinary words are full of such runs. Else `start`.
 */
function behindShortRun(text: string, start: number): number {
  const before = text[start - 1];
  if (before === '%' || before === '=') return start;
  let end = start;
  while (end - start < 8 && classOf[text.charCodeAt(end)] === hexDigit) end += 1;
  if (end - start === 8) return start;
  let after = end;
  while (text[after] === ' ' || text[after] === '\t') after += 1;
  const kind = classOf[text.charCodeAt(after)];
  const mayGoOn =
    kind === lineBreak || (after === end && (kind === invisible || text[end] === '='));
  return mayGoOn ? start : end;
}

interface RawUuid {
  /** Its canonical form; null when it stands in the text so, capitals aside. */
  readonly uuid: string | null;
  readonly start: number;
  readonly end: number;
}

/** Reads at `start`, and if that fails and two digits belong to an escape such as %2F, behind them. */
function readAfterEscape(text: string, start: number, lineStart: number): RawUuid | null {
  const straight = readUuid(text, start, lineStart);
  if (straight !== null || start === 0) return straight;
  const sign = text[start - 1];
  if (sign !== '%' && sign !== '=') return null;
  let skipped = start;
  if (sign === '%') while (text.startsWith('25', skipped)) skipped += 2;
  return readUuid(text, skipped + 2, lineStart);
}

const canonical = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy;

function readUuid(text: string, start: number, lineStart: number): RawUuid | null {
  canonical.lastIndex = start;
  if (canonical.test(text)) {
    const end = canonical.lastIndex;
    return isHexNext(text, end) ? null : { uuid: null, start, end };
  }
  return readLooseUuid(text, start, lineStart);
}

/** The digit counts behind which a hyphen belongs. */
const hyphenAfter = new Set([8, 12, 16, 20]);

function readLooseUuid(text: string, start: number, lineStart: number): RawUuid | null {
  let digits = '';
  let dashCount = 0;
  let lastDashAfter = 0;
  let wrap: { digitCount: number; column: number } | null = null;
  let at = start;
  while (digits.length < 32) {
    const kind = classOf[text.charCodeAt(at)];
    if (kind === hexDigit) {
      digits += asciiDigit(text.charCodeAt(at));
      at += 1;
      continue;
    }
    if (kind === invisible) {
      at += 1;
      continue;
    }
    const sign = text[at];
    const isEscape = sign === '%' || sign === '=' || sign === '&';
    const dashLength = kind === dash ? 1 : isEscape ? matchLength(encodedDash, text, at) : 0;
    if (dashLength > 0) {
      if (!hyphenAfter.has(digits.length) || lastDashAfter === digits.length) return null;
      lastDashAfter = digits.length;
      dashCount += 1;
      at += dashLength;
      continue;
    }
    const softLength = sign === '=' ? matchLength(softBreak, text, at) : 0;
    if (softLength > 0) {
      at += softLength;
      continue;
    }
    const hardLength = wrap === null ? matchLength(hardBreak, text, at) : 0;
    if (hardLength === 0) return null;
    wrap = { digitCount: digits.length, column: at - lineStart };
    at += hardLength;
  }
  if (isHexNext(text, at)) return null;
  if (wrap !== null && (dashCount !== 4 || !isPlausibleWrap(text, at, wrap))) return null;
  const groups = [0, 8, 12, 16, 20].map((from, n) => digits.slice(from, [8, 12, 16, 20, 32][n]));
  return { uuid: groups.join('-'), start, end: at };
}

/**
 * Mail programs wrap beside a hyphen. A break inside a group is believed on a line as long as mail
 * wraps, or when the rest stands alone on its line: else a uuid that lacks digits would take them
 * from the next line.
 */
function isPlausibleWrap(
  text: string,
  end: number,
  wrap: { readonly digitCount: number; readonly column: number },
): boolean {
  return (
    hyphenAfter.has(wrap.digitCount) ||
    wrap.column >= wrapColumn ||
    /^[ \t"'>)\]},;.]{0,20}(?:[\r\n\u0085\u2028\u2029]|$)/.test(text.slice(end, end + 22))
  );
}

function matchLength(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

/** Whether the next character that can be seen continues a run of hex digits. */
function isHexNext(text: string, end: number): boolean {
  return classOf[text.charCodeAt(skipUnseen(text, end))] === hexDigit;
}

/** Behind a run of digits; or, after a step's worth of them, the negative offset of where to go on. */
function endOfHexRun(text: string, start: number): number {
  const limit = start + stepUnits;
  let at = start;
  while (classOf[text.charCodeAt(at)] === hexDigit) {
    if (at >= limit) return -at;
    at += 1;
    const behind = skipUnseen(text, at);
    if (behind !== at && classOf[text.charCodeAt(behind)] === hexDigit) at = behind;
  }
  return at;
}

function skipUnseen(text: string, from: number): number {
  let at = from;
  for (;;) {
    if (classOf[text.charCodeAt(at)] === invisible) {
      at += 1;
      continue;
    }
    const softLength = text[at] === '=' ? matchLength(softBreak, text, at) : 0;
    if (softLength === 0) return at;
    at += softLength;
  }
}

function asciiDigit(code: number): string {
  return String.fromCharCode(code > 0xfee0 ? code - 0xfee0 : code).toLowerCase();
}
