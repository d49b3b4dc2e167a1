import type { UuidHits } from './uuid-hits.ts';

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

// 0 is any character that stands between tokens
const letterOrDigit = 1;
const dash = 2;
const lineBreak = 3;

const classOf = characterClasses();

function characterClasses(): Uint8Array {
  const table = new Uint8Array(0x1_0000);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  for (const sign of `0123456789${letters}${letters.toUpperCase()}`) {
    table[sign.charCodeAt(0)] = letterOrDigit;
  }
  for (const sign of '-\u2010\u2011\u2012\u2013\u2014\u2015') table[sign.charCodeAt(0)] = dash;
  for (const sign of '\n\r\u0085\u2028\u2029') table[sign.charCodeAt(0)] = lineBreak;
  return table;
}

/** Shorter ones are words. */
const leastUnits = 8;

/**
 * The tokens of the text outside the uuids found in it that look like a uuid gone wrong. Walks by hand:
 * a regular expression runs out of stack on a token of millions of digits, and nothing interrupts it.
 */
export function* nearMisses(text: string, hits: UuidHits): Generator<void, readonly NearMiss[]> {
  const misses: NearMiss[] = [];
  let nextStep = stepUnits;
  let nextHit = 0;
  let line = 1;
  let at = 0;
  while (at < text.length && misses.length < maxNearMisses) {
    if (at >= nextStep) {
      nextStep = at + stepUnits;
      yield;
    }
    const kind = classOf[text.charCodeAt(at)];
    if (kind !== letterOrDigit) {
      if (kind === lineBreak) {
        line += 1;
        if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
      }
      at += 1;
      continue;
    }
    const start = at;
    for (let next = kind; next === letterOrDigit || next === dash;) {
      at += 1;
      next = classOf[text.charCodeAt(at)] ?? 0;
      if (at >= nextStep) {
        nextStep = at + stepUnits;
        yield;
      }
    }
    const length = at - start;
    if (length < leastUnits || length > maxTextUnits) continue;
    while (hits.endOf(nextHit) <= start) nextHit += 1;
    if (hits.startOf(nextHit) < at) continue;
    const token = text.slice(start, at);
    const reason = faultOf(token, text, start, at);
    if (reason !== null) misses.push({ text: token, line, reason });
  }
  return misses;
}

function faultOf(
  token: string,
  text: string,
  start: number,
  end: number,
): NearMiss['reason'] | null {
  if (text[start - 1] === '-') return null;
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
