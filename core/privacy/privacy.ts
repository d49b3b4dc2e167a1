import type { CourierTrace } from '../order/courier-move.ts';
import { isSameCourier } from '../order/courier-identity.ts';
import { emptyCourierTrace } from '../order/courier-move.ts';
import { type OrderChange, plainReasons, type UpdateKind } from '../order/order-update.ts';
import type { Courier, CourierFingerprint, GeoPoint, Order } from '../order/order.ts';
import { mapPeople, mapPeopleInChange, type PeopleMapping, type Place } from './people.ts';
import type { OrderFlags, WatchedOrder } from '../watch/watched-order.ts';

/*
 * What becomes of the people in an order that is over: at its end positions are made coarse, some days
 * later all people are erased, with the places where they are to be found and the texts that name them.
 * Prices, statuses and times stay, and so do the dispatcher's own words: label, group, note and the word of
 * each call.
 */

/** Three decimals of a degree are 111 m from north to south and less from east to west. */
const coarseSteps = 1000;

/** A coordinate to about 100 m. */
export function coarseDegrees(degrees: number): number {
  return Math.round(degrees * coarseSteps) / coarseSteps;
}

function coarse<Point extends GeoPoint>(point: Point): Point {
  return {
    ...point,
    latitudeDeg: coarseDegrees(point.latitudeDeg),
    longitudeDeg: coarseDegrees(point.longitudeDeg),
  };
}

/** The order with the courier's position to about 100 m. The stops stay exact. */
export function coarseOrder(order: Order): Order {
  const fix = order.courier?.fix;
  if (order.courier === null || fix === null || fix === undefined) return order;
  return { ...order, courier: { ...order.courier, fix: coarse(fix) } };
}

/** The courier's trace with its positions rounded to about 100 m. */
function coarseTrace(trace: CourierTrace): CourierTrace {
  return trace.anchor === null ? trace : { ...trace, anchor: coarse(trace.anchor) };
}

/** {@link coarseOrder} for all that is known of a watched order. */
export function coarseWatched(watched: WatchedOrder): WatchedOrder {
  if (watched.order === null) return watched;
  return {
    ...watched,
    order: coarseOrder(watched.order),
    courierTrace: coarseTrace(watched.courierTrace),
  };
}

/** The changes with every position of the courier to about 100 m. */
export function coarseChanges(changes: readonly OrderChange[]): readonly OrderChange[] {
  return changes.map((change) =>
    change.field === 'courier.location'
      ? {
          ...change,
          before: change.before === null ? null : coarse(change.before),
          after: change.after === null ? null : coarse(change.after),
        }
      : change,
  );
}

/** A word as programs write it, which is no person's name; null for any other. */
export function plainLineKey(key: string): string | null {
  return /^[a-z][a-z_]{0,39}$/.test(key) ? key : null;
}

/** @param fingerprintOf what is kept to tell this courier from another */
function erasing(fingerprintOf: (courier: Courier) => CourierFingerprint): PeopleMapping {
  const noPerson = { name: null, phoneNumber: null };
  const noPlace: Place = { name: null, streetAddress: null, floorOrUnitNumber: null, point: null };
  return {
    contact: () => ({ ...noPerson, phoneExtension: null }),
    courier: (courier) => ({
      ...noPerson,
      fix: null,
      fingerprint: courier.fingerprint ?? fingerprintOf(courier),
    }),
    identity: () => noPerson,
    place: () => noPlace,
    freeText: () => null,
    lineKey: plainLineKey,
  };
}

/**
 * The order without people: no names, no numbers, no places, no position of the courier, no free texts.
 *
 * @param fingerprintOf what is kept to tell this courier from another
 */
export function orderWithoutPeople(
  order: Order,
  fingerprintOf: (courier: Courier) => CourierFingerprint,
): Order {
  return mapPeople(order, erasing(fingerprintOf));
}

/** The count of the couriers stays. */
function flagsWithoutPeople({ turnover, ...flags }: OrderFlags): OrderFlags {
  return { ...flags, turnover: turnover && { ...turnover, couriers: [] } };
}

/**
 * {@link orderWithoutPeople} for all that is known of a watched order. It is a new one even where nothing is
 * known, so that it is written in the place of an order that could not be read.
 */
export function watchedWithoutPeople(
  watched: WatchedOrder,
  fingerprintOf: (courier: Courier) => CourierFingerprint,
): WatchedOrder {
  return {
    ...watched,
    order: watched.order && orderWithoutPeople(watched.order, fingerprintOf),
    courierTrace: emptyCourierTrace,
    flags: watched.flags && flagsWithoutPeople(watched.flags),
    origin: watched.origin?.kind === 'file' ? { kind: 'file', name: null } : watched.origin,
  };
}

/**
 * An order whose people were erased, with those of an answer that came later: it is under way after all.
 * What was erased cannot be compared, so it counts as unchanged; only another courier is known by the
 * fingerprint.
 *
 * @param after its courier has a fingerprint
 */
export function withPeopleAgain(erased: Order, after: Order): Order {
  const { courier, destinations, pickup, priceBreakdown } = erased;
  const isSameCount = destinations.length === after.destinations.length;
  return {
    ...erased,
    courier: isSameCourier(courier, after.courier) ? after.courier : courier,
    pickup: pickup && after.pickup && { ...after.pickup, scheduledAtMs: pickup.scheduledAtMs },
    destinations: isSameCount ? after.destinations : destinations,
    noteToCourier: after.noteToCourier,
    priceBreakdown: priceBreakdown.map((line, index) => ({
      ...line,
      key: line.key ?? after.priceBreakdown[index]?.key ?? null,
      reason: after.priceBreakdown[index]?.reason ?? null,
    })),
  };
}

/** The changes without people; the fact that the courier changed stays. */
export function changesWithoutPeople(changes: readonly OrderChange[]): readonly OrderChange[] {
  const mapping = erasing(() => ({ name: null, phone: null }));
  return changes
    .filter(({ field }) => field !== 'courier.location')
    .map((change) => mapPeopleInChange(change, mapping));
}

/** The reasons of an update in Waybell's own words, in the place of those that the service gave. */
export function reasonsWithoutPeople(
  kinds: readonly UpdateKind[],
  reasons: readonly string[],
): readonly string[] {
  const plain: Readonly<Partial<Record<UpdateKind, string>>> = plainReasons;
  return kinds.map((kind, index) => plain[kind] ?? reasons[index] ?? '');
}
