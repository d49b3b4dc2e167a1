import type { GeoPoint } from '../order/order.ts';
import { isUnknownField } from './contract-notes.ts';
import type { ContractNote, Note } from './contract-notes.ts';
import { cleanText, isPlainText } from '../text/safe-text.ts';

/**
 * An object from parsed JSON. It inherits what every object inherits, and no field of the contract has
 * such a name. A field whose name is not a literal is read with {@link own}.
 */
export type WireObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own property; whatever an object inherits does not count. */
export function own(object: WireObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * The items of a list; some libraries write one as an object with numbers for names. Null for
 * anything else.
 */
export function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return null;
  // An object has such names in the order of their numbers.
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^\d{1,4}$/.test(name))
    ? Object.values(value)
    : null;
}

/** The most unknown fields of one object that are noted. */
const mostUnknown = 20;

/**
 * Notes by name the fields that no reader asked for. A name that could be data, because it is long or holds
 * more than letters and a few digits, is noted as `field-unknown` alone; values are not looked at.
 *
 * @param others an object without the fields that were read
 * @param place where the object stands, with a dot at its end; empty for the order itself
 * @param known fields that are read elsewhere
 */
export function noteUnknownFields(
  others: WireObject,
  place: string,
  note: Note,
  known: readonly string[] = [],
): void {
  let count = 0;
  for (const name in others) {
    if (count === mostUnknown) return;
    if (!Object.hasOwn(others, name) || known.includes(name)) continue;
    count += 1;
    const isName = name.length <= 40 && !name.includes('.');
    const named = `field-unknown ${place}${isName ? name : ''}`;
    note(isUnknownField(named) ? named : 'field-unknown');
  }
}

/** Text without control characters, at most `maxGraphemes` long; null when absent or empty. */
export function readText(value: unknown, maxGraphemes: number, note: Note): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && value.length <= maxGraphemes && isPlainText(value)) return value;
  if (typeof value === 'number' && Number.isFinite(value)) {
    note('text-from-number');
    return String(value);
  }
  if (typeof value !== 'string') {
    note('text-unreadable');
    return null;
  }
  // Blanks at the ends and control characters are removed without a note; what the cap cuts is noted.
  const text = cleanText(value, maxGraphemes);
  if (value.length > maxGraphemes && text.length < cleanText(value, maxGraphemes * 2).length) {
    note('text-capped');
  }
  return text === '' ? null : text;
}

/** The most characters of a name, an address and whatever else stands in a line. */
const maxTextGraphemes = 500;

/** {@link readText} for what stands in a line. */
export function readShortText(value: unknown, note: Note): string | null {
  return readText(value, maxTextGraphemes, note);
}

/** A finite number, from decimal text too; null when absent or anything else. Never -0. */
export function readNumber(value: unknown, note: Note): number | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
  if (typeof value === 'string' && /^\s*[+-]?\d{1,30}(?:\.\d{1,30})?\s*$/.test(value)) {
    note('number-from-text');
    return Number(value) + 0;
  }
  note('number-unreadable');
  return null;
}

/** The latest time that a Date can hold. */
const maxTimeMs = 8.64e15;

/**
 * A time in milliseconds since 1970. The contract states neither unit nor epoch (seeds/contract.md,
 * 2.5): below 1e11 a number counts seconds, below 1e14 milliseconds, below 1e17 microseconds, else
 * nanoseconds. 0 and null mean that there is none.
 */
export function readTimeMs(value: unknown, note: Note): number | null {
  if (value === undefined || value === null || value === '' || value === 0) return null;
  if (typeof value === 'string') {
    const time = timeFromText(value.trim(), note);
    note(time === null ? 'time-unreadable' : 'time-from-text');
    return time;
  }
  const time = typeof value === 'number' ? timeFromNumber(value, note) : null;
  if (time === null) note('time-unreadable');
  return time;
}

function timeFromNumber(value: number, note: Note): number | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  const [divisor, rule] = unitOf(value);
  const timeMs = Math.round(value / divisor);
  if (timeMs > maxTimeMs) return null;
  if (rule !== null) note(rule);
  return timeMs;
}

function unitOf(value: number): readonly [divisor: number, rule: ContractNote | null] {
  if (value < 1e11) return [1e-3, null];
  if (value < 1e14) return [1, 'time-in-milliseconds'];
  if (value < 1e17) return [1e3, 'time-in-microseconds'];
  return [1e6, 'time-in-nanoseconds'];
}

const isoTime =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

function timeFromText(text: string, note: Note): number | null {
  if (/^\d{1,20}(?:\.\d{1,9})?$/.test(text)) return timeFromNumber(Number(text), note);
  const match = isoTime.exec(text);
  if (match === null) return null;
  const [, date = '', minutes = '00:00', seconds = ':00', fraction = '', zone] = match;
  if (zone === undefined) note('time-without-zone');
  const millis = fraction.padEnd(3, '0').slice(0, 3);
  const timeMs = Date.parse(`${date}T${minutes}${seconds}.${millis}${offsetOf(zone)}`);
  return Number.isNaN(timeMs) || timeMs <= 0 ? null : timeMs;
}

function offsetOf(zone: string | undefined): string {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 'Z';
  const digits = zone.replace(':', '').padEnd(5, '0');
  return `${digits.slice(0, 3)}:${digits.slice(3)}`;
}

/** The names under which a point may give its two numbers, the contract's own name first. */
export interface PointKeys {
  /** Where the point stands, and all names that its object may have; see {@link noteUnknownFields}. */
  readonly place: string;
  readonly known: readonly string[];
  readonly latitude: readonly string[];
  readonly longitude: readonly string[];
}

/**
 * A point from `{lat, lon}` under any of its names, from `"lat,lon"` or from `[lon, lat]`. Null when
 * there is none, when it is out of range, and for (0, 0), which devices send when they know nothing.
 */
export function readPoint(value: unknown, keys: PointKeys, note: Note): GeoPoint | null {
  if (value === undefined || value === null || value === '') return null;
  const pair = pairOf(value, keys, note);
  if (pair === null) return null;
  const [latitudeDeg, longitudeDeg] = pair;
  if (latitudeDeg === null || longitudeDeg === null) return null;
  if (latitudeDeg === 0 && longitudeDeg === 0) {
    note('location-zero');
    return null;
  }
  if (Math.abs(latitudeDeg) <= 90 && Math.abs(longitudeDeg) <= 180) {
    return { latitudeDeg, longitudeDeg };
  }
  if (Math.abs(longitudeDeg) <= 90 && Math.abs(latitudeDeg) <= 180) {
    note('location-swapped');
    return { latitudeDeg: longitudeDeg, longitudeDeg: latitudeDeg };
  }
  note('location-out-of-range');
  return null;
}

type NumberPair = readonly [latitude: number | null, longitude: number | null];

function pairOf(value: unknown, keys: PointKeys, note: Note): NumberPair | null {
  if (isObject(value)) {
    noteUnknownFields(value, keys.place, note, keys.known);
    return [numberUnder(value, keys.latitude, note), numberUnder(value, keys.longitude, note)];
  }
  if (Array.isArray(value) && value.length >= 2) {
    note('location-from-list');
    const list: readonly unknown[] = value;
    return [readNumber(list[1], note), readNumber(list[0], note)];
  }
  if (typeof value === 'string' && /^[^,;]{1,40}[,;][^,;]{1,40}$/.test(value)) {
    note('location-from-text');
    const [latitude = '', longitude = ''] = value.split(/[,;]/);
    return [Number(latitude), Number(longitude)].some(Number.isNaN)
      ? null
      : [Number(latitude) + 0, Number(longitude) + 0];
  }
  if (!Array.isArray(value) || value.length > 0) note('location-unreadable');
  return null;
}

function numberUnder(object: WireObject, keys: readonly string[], note: Note): number | null {
  const key = keys.find((name) => object[name] !== undefined && object[name] !== null);
  if (key === undefined) return null;
  if (key !== keys[0]) note('location-other-key');
  return readNumber(object[key], note);
}
