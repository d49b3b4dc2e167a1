import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { powersOfTen, wholeOf } from './packed-value.ts';

/*
 * Where a courier was and is: nine of ten updates of a day hold nothing else. Degrees are integers of
 * a decimal fraction of a degree, the later ones as the way from the earlier; times count back from
 * when Waybell saw the update. About fifteen bytes in the place of two hundred as JSON, exactly.
 *
 * The first byte: the number of decimals (0 to 9), and what there is.
 */

const hasBefore = 16;
const hasAfter = 32;
const hasTimes = 64;
const timesInSeconds = 128;

/** What most phones report, then what few do. */
const decimalsTried = [6, 5, 7, 8, 9] as const;

interface Fix {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly reportedAtMs: number | null;
}

/**
 * Packs the two ends of a move.
 *
 * @param sign written before it
 * @returns false, with nothing written, when they are not what this form holds
 */
export function packLocation(
  writer: ByteWriter,
  sign: number,
  { before, after }: { readonly before: unknown; readonly after: unknown },
  seenAtMs: number,
): boolean {
  if (before !== null && !isFix(before)) return false;
  if (after !== null && !isFix(after)) return false;
  const withTimes = (after ?? before)?.reportedAtMs != null;
  if (!isTime(seenAtMs) || !hasTime(before, withTimes) || !hasTime(after, withTimes)) return false;
  const decimals = decimalsTried.find(
    (count) => fits(before, power(count)) && fits(after, power(count)),
  );
  if (decimals === undefined) return false;
  const isInSeconds = isWholeSecond(before) && isWholeSecond(after);
  writer.byte(sign);
  writer.byte(
    decimals +
      (before === null ? 0 : hasBefore) +
      (after === null ? 0 : hasAfter) +
      (withTimes ? hasTimes : 0) +
      (isInSeconds ? timesInSeconds : 0),
  );
  const unitMs = isInSeconds ? 1000 : 1;
  const factor = power(decimals);
  let latitude = 0;
  let longitude = 0;
  let time = Math.floor(seenAtMs / unitMs);
  // The latest first: it is the nearest to when it was seen.
  for (const end of [after, before]) {
    if (end === null) continue;
    const nextLatitude = Math.round(end.latitudeDeg * factor);
    const nextLongitude = Math.round(end.longitudeDeg * factor);
    writer.signed(nextLatitude - latitude);
    writer.signed(nextLongitude - longitude);
    latitude = nextLatitude;
    longitude = nextLongitude;
    if (end.reportedAtMs === null) continue;
    writer.signed(time - end.reportedAtMs / unitMs);
    time = end.reportedAtMs / unitMs;
  }
  return true;
}

/** @throws RangeError when the bytes are no packed location */
export function unpackLocation(
  reader: ByteReader,
  seenAtMs: number,
): { readonly before: Fix | null; readonly after: Fix | null } {
  const first = reader.byte();
  const divisor = power(first % 16);
  const unitMs = has(first, timesInSeconds) ? 1000 : 1;
  let [latitude, longitude, time] = [0, 0, Math.floor(seenAtMs / unitMs)];
  const read = (isThere: boolean): Fix | null => {
    if (!isThere) return null;
    latitude += reader.signed();
    longitude += reader.signed();
    const place = { latitudeDeg: latitude / divisor, longitudeDeg: longitude / divisor };
    if (!has(first, hasTimes)) return { ...place, reportedAtMs: null };
    time -= reader.signed();
    return { ...place, reportedAtMs: time * unitMs };
  };
  const after = read(has(first, hasAfter));
  return { after, before: read(has(first, hasBefore)) };
}

function has(first: number, flag: number): boolean {
  return Math.floor(first / flag) % 2 === 1;
}

function power(decimals: number): number {
  const found = powersOfTen[decimals];
  if (found === undefined) throw new RangeError('no such precision');
  return found;
}

function isFix(value: unknown): value is Fix {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 3) return false;
  if (!('latitudeDeg' in value && 'longitudeDeg' in value && 'reportedAtMs' in value)) return false;
  return (
    isDegrees(value.latitudeDeg) &&
    isDegrees(value.longitudeDeg) &&
    (value.reportedAtMs === null || typeof value.reportedAtMs === 'number')
  );
}

/** Within what the differences of two are safe integers, at any precision. */
function isDegrees(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 1000;
}

function hasTime(end: Fix | null, withTimes: boolean): boolean {
  if (end === null) return true;
  return end.reportedAtMs === null ? !withTimes : withTimes && isTime(end.reportedAtMs);
}

function isWholeSecond(end: Fix | null): boolean {
  return (end?.reportedAtMs ?? 0) % 1000 === 0;
}

function fits(end: Fix | null, factor: number): boolean {
  return (
    end === null ||
    (wholeOf(end.latitudeDeg, factor) !== null && wholeOf(end.longitudeDeg, factor) !== null)
  );
}

function isTime(value: number): boolean {
  return wholeOf(value, 1) !== null && Math.abs(value) <= 1e15;
}
