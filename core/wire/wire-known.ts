import type { Contact, Courier, GeoPoint, Money, Pickup, PriceLine, Stop } from '../order/order.ts';
import { isObject, secondsAsMs } from './wire-values.ts';
import type { WireObject } from './wire-values.ts';

/*
 * Whether a part of an answer says, in the contract's own form, exactly what is known already. Most of a
 * changed order did not change; what is known then goes on being used, which costs a third of reading
 * it, makes nothing new, and lets the comparison afterwards end at once. Each answers yes only where
 * reading would give an equal part without a note; where in doubt no, and the part is read.
 */

/** A text of an answer beside the text that was read before; absent and null are the same. */
export function isKnownText(value: unknown, known: string | null): boolean {
  return value === known || (known === null && value === undefined);
}

function isPoint(value: unknown, known: GeoPoint | null, longitudeKey: 'lon' | 'lng'): boolean {
  if (known === null) return value === null || value === undefined;
  return (
    isObject(value) &&
    value['lat'] === known.latitudeDeg &&
    value[longitudeKey] === known.longitudeDeg
  );
}

/** Times in seconds only, as the contract's samples suggest. */
function isTime(value: unknown, knownMs: number | null): boolean {
  if (knownMs === null) return value === null || value === undefined;
  return typeof value === 'number' && value < 1e11 && secondsAsMs(value) === knownMs;
}

function isContact(value: unknown, known: Contact | null): boolean {
  if (known === null) return value === null || value === undefined;
  return (
    isObject(value) &&
    isKnownText(value['name'], known.name) &&
    isKnownText(value['phone_number'], known.phoneNumber) &&
    isKnownText(value['phone_extension'], known.phoneExtension)
  );
}

function isKnownStop(value: WireObject, known: Stop): boolean {
  return (
    isKnownText(value['name'], known.name) &&
    isKnownText(value['street_address'], known.streetAddress) &&
    isKnownText(value['floor_or_unit_number'], known.floorOrUnitNumber) &&
    isPoint(value['location'], known.point, 'lng') &&
    isContact(value['contact'], known.contact)
  );
}

export function isKnownPickup(value: unknown, known: Pickup | null): boolean {
  return (
    known !== null &&
    isObject(value) &&
    isKnownStop(value, known) &&
    isTime(value['schedule_at'], known.scheduledAtMs)
  );
}

export function isKnownDestinations(value: unknown, known: readonly Stop[]): boolean {
  if (!Array.isArray(value) || value.length !== known.length) return false;
  for (let at = 0; at < known.length; at += 1) {
    const [stop, item]: [Stop | undefined, unknown] = [known[at], value[at]];
    if (stop === undefined || !isObject(item) || !isKnownStop(item, stop)) return false;
  }
  return true;
}

export function isKnownCourier(value: unknown, known: Courier | null): boolean {
  if (known === null || !isObject(value) || known.mark !== undefined) return false;
  const { fix } = known;
  if (
    !isKnownText(value['name'], known.name) ||
    !isKnownText(value['phone_number'], known.phoneNumber)
  ) {
    return false;
  }
  const location = value['location'];
  if (!isPoint(location, fix, 'lon') || value['location_updated_at'] !== undefined) return false;
  return (
    fix === null ||
    (isObject(location) && isTime(location['location_updated_at'], fix.reportedAtMs))
  );
}

export function isKnownMoney(value: unknown, known: Money | null): boolean {
  return (
    known !== null &&
    isObject(value) &&
    value['amount'] === known.amount &&
    isKnownText(value['currency'], known.currency)
  );
}

export function isKnownBreakdown(value: unknown, known: readonly PriceLine[]): boolean {
  if (!Array.isArray(value) || value.length !== known.length) return false;
  for (let at = 0; at < known.length; at += 1) {
    const [line, item]: [PriceLine | undefined, unknown] = [known[at], value[at]];
    if (line === undefined || !isObject(item) || !isKnownLine(item, line)) return false;
  }
  return true;
}

function isKnownLine(value: WireObject, known: PriceLine): boolean {
  return (
    isKnownText(value['key'], known.key) &&
    isNumber(value['amount'], known.amount) &&
    isNumber(value['quantity'], known.quantity) &&
    isKnownText(value['reason'], known.reason)
  );
}

function isNumber(value: unknown, known: number | null): boolean {
  return value === known || (known === null && value === undefined);
}
