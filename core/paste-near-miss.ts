import type { UuidHit } from './paste-scan.ts';

/** A token that was probably meant to be a uuid and is none. */
export interface NearMiss {
  readonly text: string;
  readonly line: number;
  readonly reason: 'wrongLength' | 'notHex' | 'orderNumber';
}

/** After so many characters the search may be interrupted. */
const stepUnits = 50_000;
const maxTextUnits = 64;
const maxNearMisses = 1000;

/** How many digits the groups of a uuid have. */
const uuidGroups = new Set([4, 8, 12]);

/** The tokens of the text outside the uuids found in it that look like a uuid gone wrong. */
export function* nearMisses(
  text: string,
  hits: readonly UuidHit[],
): Generator<void, readonly NearMiss[]> {
  let nextStep = stepUnits;
  const misses: NearMiss[] = [];
  const lines = lineCounter(text);
  let nextHit = 0;
  for (const match of text.matchAll(/[0-9A-Za-z][0-9A-Za-z\u2010-\u2015-]{7,}/g)) {
    const start = match.index;
    if (start >= nextStep) {
      nextStep = start + stepUnits;
      yield;
    }
    const end = start + match[0].length;
    while (nextHit < hits.length && (hits[nextHit]?.end ?? 0) <= start) nextHit += 1;
    if ((hits[nextHit]?.start ?? Infinity) < end) continue;
    const reason = faultOf(match[0], text, start, end);
    if (reason === null) continue;
    misses.push({ text: match[0].slice(0, maxTextUnits), line: lines(start), reason });
    if (misses.length === maxNearMisses) break;
  }
  return misses;
}

function faultOf(
  token: string,
  text: string,
  start: number,
  end: number,
): NearMiss['reason'] | null {
  if (text[start - 1] === '-' || token.length > maxTextUnits) return null;
  const groups = token.split(/[\u2010-\u2015-]/);
  const digits = groups.join('');
  const isHex = /^[0-9a-f]+$/i.test(digits);
  const reason = isHex ? 'wrongLength' : 'notHex';
  if (groups.length === 5 && digits.length >= 28 && digits.length <= 36) return reason;
  if (isHex && groups.length > 1 && digits.length >= 24 && digits.length <= 40) return reason;
  if (isHex && groups.length === 1 && digits.length >= 30 && digits.length <= 34) return reason;
  // Part of a uuid: whole groups of it, which neither dates nor hardware addresses have.
  const isPart = isHex && groups.length > 1 && digits.length >= 12 && /[a-f]/i.test(digits);
  if (isPart && /\d/.test(digits) && groups.every(({ length }) => uuidGroups.has(length))) {
    return reason;
  }
  // An order number in place of a uuid, alone on its line: letters and digits, no date, no phone number.
  const isNumberLike = /\d/.test(digits) && /[A-Za-z]/.test(digits) && digits.length <= 34;
  return isNumberLike && isAloneOnLine(text, start, end) ? 'orderNumber' : null;
}

function isAloneOnLine(text: string, start: number, end: number): boolean {
  return (
    /(?:^|[\r\n\u2028\u2029])[ \t>*•"'({[-]*$/.test(text.slice(Math.max(0, start - 12), start)) &&
    /^[ \t"')}\],;.]*(?:[\r\n\u2028\u2029]|$)/.test(text.slice(end, end + 12))
  );
}

/** Counts lines for ever larger offsets. */
function lineCounter(text: string): (offset: number) => number {
  const breaks = /\r\n?|[\n\u0085\u2028\u2029]/g;
  let line = 1;
  let next = breaks.exec(text);
  return (offset) => {
    while (next !== null && next.index < offset) {
      line += 1;
      next = breaks.exec(text);
    }
    return line;
  };
}
