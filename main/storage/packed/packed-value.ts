import type { ByteReader } from './byte-reader.ts';
import { largestSigned } from './byte-writer.ts';
import type { ByteWriter } from './byte-writer.ts';
import { shapes, words } from './vocabulary.ts';

/*
 * Any value that JSON can hold, in few bytes and exactly: a byte that says what follows, and that.
 * Texts stand in it as they are, in UTF-8, so that whoever looks for one in a file finds it.
 */

const tag = {
  null: 0,
  false: 1,
  true: 2,
  double: 3,
  text: 4,
  /** As a JSON text: a lone surrogate has no UTF-8. */
  jsonText: 5,
  list: 6,
  object: 7,
  /** To 17: a number with so many decimals, as the integer that is left without the point. */
  decimals: 8,
  thousands: 18,
  /** What stands at the same place of the value that this one is packed beside. */
  same: 19,
  /** To 63: {@link shapes}. */
  shape: 32,
  /** To 191: {@link words}. */
  word: 64,
  /** To 255: the integers from 0. */
  small: 192,
} as const;

const mostDecimals = 9;
/** 1, 10, 100... */
export const powersOfTen: readonly number[] = Array.from(
  { length: mostDecimals + 1 },
  (_, exponent) => 10 ** exponent,
);
const smallCount = 64;

const wordNumbers = new Map(words.map((word, index) => [word, index]));

type Properties = Readonly<Record<string, unknown>>;

/**
 * Packs a value. What JSON cannot hold becomes what JSON makes of it: an undefined property is left
 * out, an undefined item is null.
 *
 * @param beside a value that whoever unpacks has already; parts that are the same are not repeated
 */
export function packValue(writer: ByteWriter, value: unknown, beside?: unknown): void {
  if (typeof value === 'string') {
    if (value.length > 1 && value === beside) writer.byte(tag.same);
    else packText(writer, value);
  } else if (typeof value === 'number') packNumber(writer, value);
  else if (typeof value === 'boolean') writer.byte(value ? tag.true : tag.false);
  else if (typeof value !== 'object' || value === null) writer.byte(tag.null);
  else if (isSame(value, beside)) writer.byte(tag.same);
  else if (Array.isArray(value)) packList(writer, value, beside);
  else packObject(writer, propertiesOf(value), beside);
}

/** @throws RangeError when the bytes are no packed value */
export function unpackValue(reader: ByteReader, beside?: unknown): unknown {
  const first = reader.byte();
  if (first >= tag.small) return first - tag.small;
  if (first >= tag.word) return entry(words, first - tag.word);
  if (first >= tag.shape) return unpackShape(reader, entry(shapes, first - tag.shape), beside);
  if (first >= tag.decimals && first <= tag.decimals + mostDecimals) {
    return reader.signed() / (powersOfTen[first - tag.decimals] ?? 1);
  }
  switch (first) {
    case tag.null:
      return null;
    case tag.false:
      return false;
    case tag.true:
      return true;
    case tag.double:
      return reader.double();
    case tag.text:
    case tag.jsonText:
      return unpackText(reader, first);
    case tag.list:
      return times(reader.unsigned(), (index) => unpackValue(reader, itemOf(beside, index)));
    case tag.object:
      return Object.fromEntries(
        times(reader.unsigned(), () => {
          const name = unpackText(reader, reader.byte());
          return [name, unpackValue(reader, propertyOf(beside, name))];
        }),
      );
    case tag.thousands:
      return reader.signed() * 1000;
    case tag.same:
      if (beside === undefined) throw new RangeError('there is nothing beside it');
      return beside;
    default:
      throw new RangeError('no packed value begins so');
  }
}

function packText(writer: ByteWriter, text: string): void {
  const number = wordNumbers.get(text);
  if (number !== undefined) writer.byte(tag.word + number);
  else packPlainText(writer, text);
}

function packPlainText(writer: ByteWriter, text: string): void {
  const isPlain = text.isWellFormed();
  writer.byte(isPlain ? tag.text : tag.jsonText);
  writer.text(isPlain ? text : JSON.stringify(text));
}

function unpackText(reader: ByteReader, first: number): string {
  return first === tag.jsonText ? String(JSON.parse(reader.text())) : reader.text();
}

function packNumber(writer: ByteWriter, value: number): void {
  if (!Number.isFinite(value)) {
    writer.byte(tag.null);
    return;
  }
  if (Number.isInteger(value) && value >= 0 && value < smallCount && !Object.is(value, -0)) {
    writer.byte(tag.small + value);
    return;
  }
  for (const [decimals, power] of powersOfTen.entries()) {
    const whole = wholeOf(value, power);
    if (whole === null) continue;
    const isThousands = decimals === 0 && whole % 1000 === 0;
    writer.byte(isThousands ? tag.thousands : tag.decimals + decimals);
    writer.signed(isThousands ? whole / 1000 : whole);
    return;
  }
  writer.byte(tag.double);
  writer.double(value);
}

/** The number so many times as large, when it is an integer from which the number comes back exactly. */
export function wholeOf(value: number, power: number): number | null {
  const whole = Math.round(value * power);
  const isExact = Object.is(whole / power, value) && !Object.is(whole, -0);
  return isExact && Math.abs(whole) <= largestSigned ? whole : null;
}

function packList(writer: ByteWriter, items: readonly unknown[], beside: unknown): void {
  writer.byte(tag.list);
  writer.unsigned(items.length);
  for (const [index, item] of items.entries()) packValue(writer, item, itemOf(beside, index));
}

function packObject(writer: ByteWriter, properties: Properties, beside: unknown): void {
  const names = Object.keys(properties);
  const shape = shapes.findIndex(
    (shapeNames) =>
      shapeNames.length === names.length &&
      shapeNames.every((name) => Object.hasOwn(properties, name)),
  );
  if (shape >= 0) {
    writer.byte(tag.shape + shape);
    for (const name of shapes[shape] ?? [])
      packValue(writer, properties[name], propertyOf(beside, name));
    return;
  }
  writer.byte(tag.object);
  writer.unsigned(names.length);
  for (const name of names) {
    packPlainText(writer, name);
    packValue(writer, properties[name], propertyOf(beside, name));
  }
}

function unpackShape(reader: ByteReader, names: readonly string[], beside: unknown): Properties {
  const properties: Record<string, unknown> = {};
  for (const name of names) properties[name] = unpackValue(reader, propertyOf(beside, name));
  return properties;
}

function propertiesOf(value: object): Properties {
  const entries = Object.entries(value);
  return entries.some(([, property]) => property === undefined)
    ? Object.fromEntries(entries.filter(([, property]) => property !== undefined))
    : Object(value);
}

/** To the last bit, unlike what counts as a change of an order. */
function isSame(one: unknown, two: unknown): boolean {
  if (Object.is(one, two)) return true;
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) {
    return false;
  }
  if (Array.isArray(one) !== Array.isArray(two)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(two).length &&
    names.every(
      (name) => Object.hasOwn(two, name) && isSame(propertyOf(one, name), propertyOf(two, name)),
    )
  );
}

function itemOf(list: unknown, index: number): unknown {
  return Array.isArray(list) ? list[index] : undefined;
}

function propertyOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function times<Item>(count: number, item: (index: number) => Item): readonly Item[] {
  const items: Item[] = [];
  for (let index = 0; index < count; index += 1) items.push(item(index));
  return items;
}

function entry<Entry>(list: readonly Entry[], index: number): Entry {
  const found = list[index];
  if (found === undefined) throw new RangeError('written by a newer Waybell');
  return found;
}
