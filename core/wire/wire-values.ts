import type { GeoPoint } from '../order/order.ts';
import { isUnknownField } from './contract-notes.ts';
import type { Note } from './contract-notes.ts';
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

/** The object, also out of a list that holds nothing else; any other value as it is. */
export function unlisted(value: unknown, note: Note): unknown {
  const list = listIn(value);
  if (list?.length !== 1 || !isObject(list[0])) return value;
  note('object-in-list');
  return list[0];
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

/** Words by which services say that a name or a number is not given. */
const wordsForNothing = new Set(
  (
    'n/a|n.a|n.a.|none|null|undefined|unknown|anonymous|hidden|withheld|redacted|confidential|unassigned|' +
    'unavailable|not available|not assigned|not yet assigned|not given|not known|not provided|not disclosed|' +
    'not shown|tba|tbc|tbd|無|无|沒有|没有|暫無|暂无|未知|不詳|不详|未提供|未分配|未指派|待定|匿名|保密|隱藏|隐藏|已隱藏|已隐藏'
  ).split('|'),
);

/** {@link readShortText} for a name or a number of a person; a word for nothing, or a dash, is none. */
export function readPersonText(value: unknown, note: Note): string | null {
  const text = readShortText(value, note);
  const word = text?.toLowerCase().replaceAll(/^[[({<]|[\])}>]$/g, '') ?? '';
  if (!wordsForNothing.has(word) && !/^[-–—―.]+$/.test(word)) return text;
  note('person-not-given');
  return null;
}

/** A finite number, from text too; null when absent or anything else. Never -0. */
export function readNumber(value: unknown, note: Note): number | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
  const number = typeof value === 'string' ? numberFromText(value, note) : null;
  if (number === null) note('number-unreadable');
  return number;
}

/** Longer than any number that is written for people, with its marks. */
const mostDigits = 40;

/**
 * The number that a text writes with a point or a comma before its fraction, and with marks between its
 * thousands. A single comma before three digits stands between thousands, a single point before the
 * fraction, as programs write it.
 */
export function numberFromText(text: string, note: Note): number | null {
  const plain = /^\s*([+-]?\d{1,30}(?:\.\d{1,30})?)\s*$/.exec(text)?.[1];
  if (plain !== undefined) {
    note('number-from-text');
    return Number(plain) + 0;
  }
  if (text.length > mostDigits) return null;
  const written = text.normalize('NFKC').replace('\u2212', '-').trim();
  const form = numberForms.find(({ pattern }) => pattern.test(written));
  if (form === undefined) return null;
  note('number-for-people');
  return Number(written.replaceAll(form.between, '').replace(',', '.')) + 0;
}

/** The ways in which people write numbers, with what stands between thousands. */
const numberForms: readonly { readonly pattern: RegExp; readonly between: RegExp }[] = [
  // 1,234 and 1,234.50, and 12,34,567.00 as in India
  { pattern: /^[+-]?[1-9]\d{0,2}(?:,\d{2,3}){0,9},\d{3}(?:\.\d{1,9})?$/, between: /,/g },
  // 1.234,50 and 1.234.567
  { pattern: /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){1,9},\d{1,9}$/, between: /\./g },
  { pattern: /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){2,9}$/, between: /\./g },
  // 1 234,50 and 1'234.50
  {
    pattern: /^[+-]?[1-9]\d{0,2}(?:[ '\u2019]\d{3}){1,9}(?:[.,]\d{1,9})?$/,
    between: /[ '\u2019]/g,
  },
  // 92,50, and full-width digits
  { pattern: /^[+-]?\d{1,15}(?:[.,]\d{1,9})?$/, between: / /g },
];

/** The names under which a point may give its two numbers, the contract's own name first. */
export interface PointKeys {
  /** Where the point stands, and all names that its object may have; see {@link noteUnknownFields}. */
  readonly place: string;
  readonly known: readonly string[];
  readonly latitude: readonly string[];
  readonly longitude: readonly string[];
}

/**
 * A point from `{lat, lon}` under any of its names, from `"lat,lon"`, from `[lon, lat]` or from GeoJSON.
 * Null when there is none, when it is out of range, and for (0, 0), which devices send when they know
 * nothing.
 */
export function readPoint(value: unknown, keys: PointKeys, note: Note): GeoPoint | null {
  if (value === undefined || value === null || value === '') return null;
  const pair = pairOf(unlisted(value, note), keys, note);
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

/** The fields of a point and of a feature in GeoJSON (RFC 7946). */
const geoJsonFields = ['type', 'coordinates', 'geometry', 'properties', 'bbox'];

function pairOf(value: unknown, keys: PointKeys, note: Note): NumberPair | null {
  const list = listIn(value);
  if (list !== null && list.length >= 2) {
    note('location-from-list');
    if (!Array.isArray(value)) note('list-from-object');
    return [readCoordinate(list[1], note), readCoordinate(list[0], note)];
  }
  if (list === null && isObject(value)) {
    const geometry = unlisted(own(value, 'geometry'), note);
    const coordinates = listIn(own(isObject(geometry) ? geometry : value, 'coordinates'));
    if (coordinates !== null && coordinates.length >= 2) {
      noteUnknownFields(value, keys.place, note, [...geoJsonFields, ...keys.known]);
      note('location-from-geojson');
      return [readCoordinate(coordinates[1], note), readCoordinate(coordinates[0], note)];
    }
    noteUnknownFields(value, keys.place, note, keys.known);
    return [numberUnder(value, keys.latitude, note), numberUnder(value, keys.longitude, note)];
  }
  const [latitude, longitude] = typeof value === 'string' ? halvesOf(value) : [];
  if (latitude !== undefined && longitude !== undefined) {
    note('location-from-text');
    return [coordinateFromText(latitude), coordinateFromText(longitude)];
  }
  if (list === null || list.length > 0) note('location-unreadable');
  return null;
}

/** The two numbers of a text; a comma is before a fraction where something else is between the numbers. */
function halvesOf(text: string): readonly string[] {
  if (text.length > 2 * mostDigits) return [];
  const plain = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replaceAll(/[()[\]]/g, '')
    .trim();
  const halves = [';', ', ', ' ', ',']
    .map((between) => plain.split(between))
    .find((parts) => parts.length > 1);
  return halves?.length === 2 ? halves : [];
}

function coordinateFromText(text: string): number | null {
  const number = text.trim().replace(',', '.');
  return /^[+-]?\d{1,3}(?:\.\d{0,30})?$/.test(number) ? Number(number) + 0 : null;
}

/** A coordinate has no thousands: a comma in it stands before its fraction. */
function readCoordinate(value: unknown, note: Note): number | null {
  const fromText = typeof value === 'string' ? coordinateFromText(value) : null;
  if (fromText === null) return readNumber(value, note);
  note(String(value).includes(',') ? 'number-for-people' : 'number-from-text');
  return fromText;
}

function numberUnder(object: WireObject, keys: readonly string[], note: Note): number | null {
  const key = keys.find((name) => object[name] !== undefined && object[name] !== null);
  if (key === undefined) return null;
  if (key !== keys[0]) note('location-other-key');
  return readCoordinate(object[key], note);
}
