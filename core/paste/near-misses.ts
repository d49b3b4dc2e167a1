import type { UuidInLine } from './uuid-text.ts';

/** A token that was probably meant to be a uuid and is none. */
export interface NearMiss {
  /** As pasted. */
  readonly text: string;
  readonly reason: 'wrongLength' | 'notHex' | 'orderNumber';
}

/** How many digits the groups of a uuid have. */
const uuidGroups = new Set([4, 8, 12]);

/** Letters, digits and dashes in one piece; a piece of fewer than 8 characters is a word. */
const token = /[0-9a-z][0-9a-z\u2010-\u2015-]{7,}/gi;

const maxTextUnits = 64;

/**
 * The tokens of a line, outside the uuids found in it, that look like a uuid gone wrong.
 *
 * @param uuids where the uuids of the line stand
 */
export function nearMisses(line: string, uuids: readonly UuidInLine[]): readonly NearMiss[] {
  const misses: NearMiss[] = [];
  let next = 0;
  for (const { 0: text, index: start } of line.matchAll(token)) {
    const end = start + text.length;
    if (text.length > maxTextUnits) continue;
    while ((uuids[next]?.end ?? Infinity) <= start) next += 1;
    if ((uuids[next]?.start ?? Infinity) < end) continue;
    const reason = faultOf(text, line, start, end);
    if (reason !== null) misses.push({ text, reason });
  }
  return misses;
}

function faultOf(
  text: string,
  line: string,
  start: number,
  end: number,
): NearMiss['reason'] | null {
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
    /^[ \t>*•"'({[-]*$/.test(line.slice(0, start)) && /^[ \t"')}\],;.]*$/.test(line.slice(end));
  return isNumberLike && isAlone ? 'orderNumber' : null;
}
