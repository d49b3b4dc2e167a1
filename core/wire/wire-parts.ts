import type { Contact, Courier, GeoPoint, Money, Order, PriceLine, Stop } from '../order/order.ts';
import { WireText } from './wire-text.ts';
import type { WireObject } from './wire-values.ts';

/** Stands for a part of an answer that says what is known already, in the contract's own form. */
export const asKnown: unique symbol = Symbol('as known');

const names = [
  'uuid',
  'vehicle_type',
  'payment_method',
  'note_to_courier',
  'courier',
  'status',
  'pickup',
  'destinations',
  'price',
  'price_breakdown',
  'driver',
] as const;
type PartName = (typeof names)[number];

/** As they stand in a text, in the order of the contract (seeds/contract.md, 2.1). */
const keys = names.map((name) => `"${name}":`);

/**
 * Reads an answer beside what is known of the order: {@link asKnown} for every part that says the same,
 * told from the text without making anything, and the value for every other one. Most of a changed order
 * did not change, and comparing its text costs less than parsing it.
 *
 * @param text decoded from UTF-8 without a fault
 * @returns null when the whole has to be parsed: it is not this order alone in one compact object, a key
 *   comes twice, something is written with an escape, or it is not JSON at all
 */
export function partsBeside(text: string, known: Order): WireObject | null {
  // A text with an escape can say the same in other letters, and these two must be escaped.
  if (text.includes('\\') || text.includes('\n') || text.includes('\t')) return null;
  const parts = allParts(new WireText(text), known);
  return parts?.uuid === asKnown && typeof parts.status === 'string' ? parts : null;
}

function allParts(text: WireText, known: Order): Record<PartName, unknown> | null {
  if (!text.eat('{')) return null;
  const parts: Record<PartName, unknown> = {
    uuid: undefined,
    vehicle_type: undefined,
    payment_method: undefined,
    note_to_courier: undefined,
    courier: undefined,
    status: undefined,
    pickup: undefined,
    destinations: undefined,
    price: undefined,
    price_breakdown: undefined,
    driver: undefined,
  };
  let next = 0;
  do {
    const index = nameFrom(text, next);
    const name = names[index];
    if (name === undefined) {
      // A key that the contract does not have; twice the same makes no difference.
      if (!text.anyKey() || text.value() === undefined) return null;
    } else {
      if (parts[name] !== undefined) return null;
      const value = part(text, name, known);
      if (value === undefined) return null;
      parts[name] = value;
      next = index + 1;
    }
  } while (text.eat(','));
  return text.eat('}') && text.isAtEnd ? parts : null;
}

/** The name that stands here, tried in the contract's order from `first` on, or -1; steps over it. */
function nameFrom(text: WireText, first: number): number {
  for (let tried = 0; tried < keys.length; tried += 1) {
    const index = (first + tried) % keys.length;
    if (text.eat(keys[index] ?? '')) return index;
  }
  return -1;
}

/** Undefined when there is no value here. */
function part(text: WireText, name: PartName, known: Order): unknown {
  const start = text.at;
  if (saysPart(text, name, known) && text.isAfterValue) return asKnown;
  text.at = start;
  return text.value();
}

function saysPart(text: WireText, name: PartName, known: Order): boolean {
  switch (name) {
    case 'vehicle_type':
      return text.words(known.vehicleType);
    case 'payment_method':
      return text.words(known.paymentMethod);
    case 'note_to_courier':
      return text.words(known.noteToCourier);
    case 'courier':
      return known.courier !== null && saysCourier(text, known.courier);
    case 'pickup':
      return (
        known.pickup !== null &&
        text.eat('{') &&
        text.time('"schedule_at":', known.pickup.scheduledAtMs) &&
        saysStop(text, known.pickup)
      );
    case 'destinations':
      return saysStops(text, known.destinations);
    case 'price':
      return known.price !== null && saysMoney(text, known.price);
    case 'price_breakdown':
      return saysLines(text, known.priceBreakdown);
    case 'uuid':
      return text.words(known.id);
    case 'status':
    case 'driver':
      return false;
    default:
      return name satisfies never;
  }
}

function saysCourier(text: WireText, { name, phoneNumber, fix, mark }: Courier): boolean {
  if (mark !== undefined || !text.eat('{')) return false;
  if (!text.member('"name":', name) || !text.member('"phone_number":', phoneNumber)) {
    return false;
  }
  if (!text.key('"location":')) return fix === null && text.eat('}');
  if (fix === null) return text.eat('null}');
  return (
    saysPoint(text, fix, ',"lon":') &&
    text.time('"location_updated_at":', fix.reportedAtMs) &&
    text.eat('}}')
  );
}

/** After the bracket that opens it, and after what only a pickup has. */
function saysStop(
  text: WireText,
  { name, streetAddress, floorOrUnitNumber, point, contact }: Stop,
): boolean {
  return (
    text.member('"name":', name) &&
    text.member('"street_address":', streetAddress) &&
    text.member('"floor_or_unit_number":', floorOrUnitNumber) &&
    saysLocation(text, point) &&
    saysContact(text, contact) &&
    text.eat('}')
  );
}

function saysLocation(text: WireText, known: GeoPoint | null): boolean {
  if (!text.key('"location":')) return known === null;
  return known === null ? text.eat('null') : saysPoint(text, known, ',"lng":') && text.eat('}');
}

/** Up to its end, without the bracket that closes it. */
function saysPoint(text: WireText, known: GeoPoint, longitudeKey: string): boolean {
  return (
    text.eat('{"lat":') &&
    text.number(known.latitudeDeg) &&
    text.eat(longitudeKey) &&
    text.number(known.longitudeDeg)
  );
}

function saysContact(text: WireText, known: Contact | null): boolean {
  if (!text.key('"contact":')) return known === null;
  if (known === null) return text.eat('null');
  return (
    text.eat('{') &&
    text.member('"name":', known.name) &&
    text.member('"phone_number":', known.phoneNumber) &&
    text.member('"phone_extension":', known.phoneExtension) &&
    text.eat('}')
  );
}

function saysMoney(text: WireText, { amount, currency }: Money): boolean {
  return (
    text.eat('{') &&
    text.member('"currency":', currency) &&
    text.key('"amount":') &&
    text.number(amount) &&
    text.eat('}')
  );
}

function saysLine(text: WireText, { key, amount, quantity, reason }: PriceLine): boolean {
  return (
    text.eat('{') &&
    text.member('"key":', key) &&
    text.count('"amount":', amount) &&
    text.count('"quantity":', quantity) &&
    text.member('"reason":', reason) &&
    text.eat('}')
  );
}

function saysStops(text: WireText, known: readonly Stop[]): boolean {
  if (!text.eat('[')) return false;
  let isFirst = true;
  for (const stop of known) {
    if (!isFirst && !text.eat(',')) return false;
    if (!text.eat('{') || !saysStop(text, stop)) return false;
    isFirst = false;
  }
  return text.eat(']');
}

function saysLines(text: WireText, known: readonly PriceLine[]): boolean {
  if (!text.eat('[')) return false;
  let isFirst = true;
  for (const line of known) {
    if (!isFirst && !text.eat(',')) return false;
    if (!saysLine(text, line)) return false;
    isFirst = false;
  }
  return text.eat(']');
}
