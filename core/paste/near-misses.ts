import type { UuidInLine } from './uuid-text.ts';

/** A token that was probably meant to be a uuid and is none. */
export interface NearMiss {
  /** As pasted. */
  readonly text: string;
  readonly reason: 'wrongLength' | 'notHex' | 'orderNumber';
}

/** How many digits the groups of a uuid have. */
const uuidGroups = new Set([4, 8, 12]);

/** Letters, digits and dashes in one piece, also letters that look like Latin ones; fewer than 8 are a word. */
const token =
  /[0-9a-z\u00C0-\u024F\u0370-\u052F\u{1D400}-\u{1D7FF}][0-9a-z\u00C0-\u024F\u0370-\u052F\u{1D400}-\u{1D7FF}\u2010-\u2015-]{7,}/giu;

/** Pieces with blanks or other marks around their dashes or in their place. It looks ahead first, as looking back costs more. */
const parted =
  /(?=[0-9a-z])(?<![\p{L}\p{N}-])[0-9a-z]{2,16}(?: {0,3}[\u2010-\u2015._~·-] {0,3}[0-9a-z]{2,16}){2,8}(?![\p{L}\p{N}])/giu;
/** Pieces with blanks between them, as long as those of a uuid. */
const spaced =
  /(?=[0-9a-f])(?<![\p{L}\p{N}])(?:[0-9a-f]{4}){1,3}(?: {1,3}(?:[0-9a-f]{4}){1,3}){3,7}(?![\p{L}\p{N}])/giu;

/** One of these is in whatever is in pieces. */
const anyMark = /[ ._~·]/;

const maxTextUnits = 64;

type Fault = NearMiss['reason'] | null;

/**
 * What in a line, outside the uuids found in it, looks like a uuid gone wrong.
 *
 * @param uuids where the uuids of the line stand
 */
export function nearMisses(line: string, uuids: readonly UuidInLine[]): readonly NearMiss[] {
  const whole = missesOf(token, line, uuids, (text, start) => faultOf(text, line, start));
  if (!anyMark.test(line)) return whole.map(withoutPlace);
  const apart = [
    ...missesOf(parted, line, uuids, faultOfParted),
    ...missesOf(spaced, line, uuids, faultOfSpaced),
  ].filter((miss) => whole.every(({ start, end }) => end <= miss.start || miss.end <= start));
  return [...whole, ...apart].toSorted((one, other) => one.start - other.start).map(withoutPlace);
}

function withoutPlace({ reason, text }: NearMiss): NearMiss {
  return { text, reason };
}

function missesOf(
  form: RegExp,
  line: string,
  uuids: readonly UuidInLine[],
  faultIn: (text: string, start: number) => Fault,
) {
  const misses: (NearMiss & { readonly start: number; readonly end: number })[] = [];
  let next = 0;
  for (const { 0: text, index: start } of line.matchAll(form)) {
    const end = start + text.length;
    if (text.length > maxTextUnits) continue;
    while ((uuids[next]?.end ?? Infinity) <= start) next += 1;
    if ((uuids[next]?.start ?? Infinity) < end) continue;
    const reason = faultIn(text, start);
    if (reason !== null) misses.push({ text, reason, start, end });
  }
  return misses;
}

function faultOf(text: string, line: string, start: number): Fault {
  if (line[start - 1] === '-') return null;
  const groups = text.split(/[\u2010-\u2015-]/);
  const digits = groups.join('');
  const isHex = /^[0-9a-f]+$/i.test(digits);
  const reason = isHex ? 'wrongLength' : 'notHex';
  if (groups.length === 5 && digits.length >= 28 && digits.length <= 36) return reason;
  if (isHex && groups.length > 1 && digits.length >= 24 && digits.length <= 40) return reason;
  if (isHex && digits.length >= 30 && digits.length <= 34) return reason;
  // Part of a uuid: whole groups of it, which neither dates nor hardware addresses have.
  const isPart = isHex && groups.length > 1 && digits.length >= 12 && /[a-f]/i.test(digits);
  if (isPart && /\d/.test(digits) && groups.every(({ length }) => uuidGroups.has(length))) {
    return reason;
  }
  // An order number in place of a uuid, alone on its line: letters and digits, no date, no phone number.
  const isNumberLike = /\d/.test(digits) && /[A-Za-z]/.test(digits) && digits.length <= 34;
  const isAlone =
    /^[ \t>*•"'({[-]*$/.test(line.slice(0, start)) &&
    /^[ \t"')}\],;.]*$/.test(line.slice(start + text.length));
  return isNumberLike && isAlone ? 'orderNumber' : null;
}

function faultOfParted(text: string): Fault {
  if (!anyMark.test(text)) return null;
  const groups = text.split(/[^0-9a-z]+/i);
  const digits = groups.join('');
  if (!/\d/.test(digits) || !/[a-z]/i.test(digits)) return null;
  const rightLengths = groups.filter(({ length }, at) => length === [8, 4, 4, 4, 12][at]).length;
  if (!/^[0-9a-f]+$/i.test(digits)) {
    return groups.length === 5 && rightLengths >= 4 ? 'notHex' : null;
  }
  if (digits.length >= 24 && digits.length <= 40) return 'wrongLength';
  const isPart = groups.every(({ length }) => uuidGroups.has(length));
  return isPart && /^[^._~·]*$/.test(text) ? 'wrongLength' : null;
}

function faultOfSpaced(text: string): Fault {
  const digits = text.replaceAll(' ', '');
  const isLong = digits.length >= 24 && digits.length <= 40;
  return isLong && /\d/.test(digits) && /[a-f]/i.test(digits) ? 'wrongLength' : null;
}
