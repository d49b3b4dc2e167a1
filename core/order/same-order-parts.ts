import type { Contact, GeoPoint, Money, OrderStatus, Pickup, PriceLine, Stop } from './order.ts';
import { sameNumber } from './same-value.ts';

/*
 * Whether two parts of an order say the same: what `sameValue` says of them, field by field and at a
 * tenth of its cost, because every answer that differs in a byte is compared with the one before. A
 * part that was taken over from there is the very same object.
 */

type Maybe<Part> = Part | null;

/** Compares with `same` unless one of the two is absent. */
function both<Part>(a: Maybe<Part>, b: Maybe<Part>, same: (a: Part, b: Part) => boolean): boolean {
  return a === b || (a !== null && b !== null && same(a, b));
}

export function sameStatus(a: OrderStatus, b: OrderStatus): boolean {
  return a.raw === b.raw && a.phase === b.phase;
}

/** A position as a place; when it was reported does not matter. */
export function samePlace(a: Maybe<GeoPoint>, b: Maybe<GeoPoint>): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return sameNumber(a.latitudeDeg, b.latitudeDeg) && sameNumber(a.longitudeDeg, b.longitudeDeg);
}

export function sameMoney(a: Maybe<Money>, b: Maybe<Money>): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return sameNumber(a.amount, b.amount) && a.currency === b.currency;
}

export function samePickup(a: Maybe<Pickup>, b: Maybe<Pickup>): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return sameMaybeNumber(a.scheduledAtMs, b.scheduledAtMs) && sameStop(a, b);
}

export function sameStops(a: readonly Stop[], b: readonly Stop[]): boolean {
  return sameList(a, b, sameStop);
}

export function samePriceLines(a: readonly PriceLine[], b: readonly PriceLine[]): boolean {
  return sameList(a, b, samePriceLine);
}

function sameStop(a: Stop, b: Stop): boolean {
  return (
    a.name === b.name &&
    a.streetAddress === b.streetAddress &&
    a.floorOrUnitNumber === b.floorOrUnitNumber &&
    samePlace(a.point, b.point) &&
    both(a.contact, b.contact, sameContact)
  );
}

function sameContact(a: Contact, b: Contact): boolean {
  return (
    a.name === b.name && a.phoneNumber === b.phoneNumber && a.phoneExtension === b.phoneExtension
  );
}

function samePriceLine(a: PriceLine, b: PriceLine): boolean {
  return (
    a.key === b.key &&
    a.reason === b.reason &&
    sameMaybeNumber(a.amount, b.amount) &&
    sameMaybeNumber(a.quantity, b.quantity)
  );
}

function sameMaybeNumber(a: Maybe<number>, b: Maybe<number>): boolean {
  return both(a, b, sameNumber);
}

function sameList<Item>(
  a: readonly Item[],
  b: readonly Item[],
  same: (a: Item, b: Item) => boolean,
): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) {
    const left = a[at];
    const right = b[at];
    if (left === undefined || right === undefined || !same(left, right)) return false;
  }
  return true;
}
