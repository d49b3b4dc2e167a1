import { z } from 'zod';
import type { DeliveryFailureCode } from '../../../core/delivery/delivery-failure.ts';
import { basisText } from '../../../core/forecast/forecast-texts.ts';
import type { Forecast } from '../../../core/forecast/forecast.ts';
import type { JourneyPhase } from '../../../core/forecast/journey.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { contractKinds, ownKinds } from '../../../core/order/order-update.ts';
import type { OrderChange, OrderUpdate } from '../../../core/order/order-update.ts';
import type {
  Contact,
  CourierFix,
  GeoPoint,
  Money,
  Order,
  Pickup,
  PriceLine,
  Stop,
} from '../../../core/order/order.ts';
import { maskTexts } from '../../../core/privacy/masked-texts.ts';
import { english } from '../../../core/text/language.ts';
import { plainLineKey, reasonsWithoutPeople } from '../../../core/privacy/privacy.ts';
import type { WatchRecord } from '../watch/ports.ts';
import type { LineBox } from './ports.ts';

/*
 * The lines of `waybell watch --json`: a public interface, described in docs/cli.md. Fields carry the
 * contract's names; times are ISO 8601 in UTC; what the service did not give is null.
 */

/** Whether there is contact with the service. */
export interface ServiceHealthLine {
  readonly event: 'serviceHealth';
  readonly state: 'clear' | 'blind' | 'paused';
  readonly cause: DeliveryFailureCode | null;
  readonly since: string;
  /** The end of a pause that the service asked for; null unless it did. */
  readonly until: string | null;
}

/** Why one order cannot be checked. */
export interface ProblemLine {
  readonly event: 'problem';
  readonly uuid: OrderId;
  readonly code: DeliveryFailureCode;
  readonly message: string;
}

/** What an order may wait for too long; `promise_at_hand` is ten minutes ahead of the promised time. */
export const waitReasons = [
  'courier_silent',
  'courier_lost',
  'not_moving',
  'long_wait',
  'free_cancel_ends',
  'arrived_waiting',
  'probably_late',
  'promise_at_hand',
  'promise_passed',
] as const;

/** Something that was expected of an order does not happen, or that is over. */
export interface WaitLine {
  readonly event: 'wait';
  readonly state: 'begun' | 'over';
  readonly uuid: OrderId;
  readonly at: string;
  readonly reason: (typeof waitReasons)[number];
  /** Since when it counts as too long. */
  readonly since: string;
  /** Null unless the wait is about a promised time. */
  readonly promised_at: string | null;
  /** When the order arrives, where that is why; else null. */
  readonly forecast: ForecastLine | null;
}

/** That it is forecast otherwise when an order arrives: in another phase, or five minutes off what was said. */
export interface ForecastEventLine {
  readonly event: 'forecast';
  readonly uuid: OrderId;
  readonly at: string;
  readonly forecast: ForecastLine;
}

/** When an order arrives, as four of five orders do. */
export interface ForecastLine {
  readonly earliest: string;
  readonly latest: string;
  /** That it arrives after its promise, from 0 to 1; null without a promise. */
  readonly probability: number | null;
  readonly phase: 'to_pickup' | 'at_pickup' | 'to_dropoff';
  readonly reason: string;
}

const phaseNames = {
  toPickup: 'to_pickup',
  atPickup: 'at_pickup',
  toDropoff: 'to_dropoff',
} as const satisfies Readonly<Record<JourneyPhase, ForecastLine['phase']>>;

/** A forecast as a line writes it. @param nowMs for how long its phase has lasted */
export function forecastLine(forecast: Forecast, nowMs: number): ForecastLine {
  const { earliestAtMs, latestAtMs, phase, probability } = forecast;
  return {
    earliest: isoTime(earliestAtMs),
    latest: isoTime(latestAtMs),
    probability: probability === null ? null : Number(probability.toFixed(2)),
    phase: phaseNames[phase],
    reason: basisText(forecast, nowMs, english),
  };
}

/** What a line may contain. */
export interface LinePrivacy {
  /** Whether phone numbers are printed whole; otherwise only their last two digits are. */
  readonly showsPhones: boolean;
}

/** The text of a line. */
function lineText(line: object, { showsPhones }: LinePrivacy): string {
  return JSON.stringify(showsPhones ? line : maskTexts(line));
}

/** The first answer of an order. @param atMs when the service gave it */
function orderLine(order: Order, atMs: number) {
  return {
    event: 'order',
    uuid: order.id,
    at: isoTime(atMs),
    source: 'poll',
    order: lineOrder(order),
  };
}

/** What changed between two answers. */
function updateLine(update: OrderUpdate) {
  return {
    event: 'update',
    uuid: update.orderId,
    at: isoTime(update.seenAtMs),
    created_at: timeOf(update.createdAtMs ?? null),
    unchecked_since: timeOf(update.uncheckedSinceMs ?? null),
    source: update.source,
    kinds: update.kinds,
    reasons: update.reasons,
    changes: update.changes.map(lineChange),
  };
}

/**
 * Puts the lines of a record into the box: its update, and the first answer of its order. Called in
 * the transaction that stores the record, so that a line is kept exactly when its state is.
 */
export function journalLines(
  box: LineBox,
  privacy: LinePrivacy,
): (record: Pick<WatchRecord, 'watched' | 'update' | 'rawJson' | 'isAnswer'>) => void {
  return ({ isAnswer, rawJson, update, watched }) => {
    const { id, order, observedAtMs } = watched;
    if (update !== undefined) box.put(id, 'update', lineText(updateLine(update), privacy));
    // A refusal after a restart must not print yesterday's order.
    const isAnswered = rawJson !== undefined || isAnswer === true;
    if (!isAnswered || order === null || observedAtMs === null) return;
    if (box.hasFirstAnswer(id)) return;
    box.put(id, 'order', lineText(orderLine(order, observedAtMs), privacy));
  };
}

/** A time in milliseconds since 1970 as a line writes it. */
export function isoTime(atMs: number): string {
  const date = new Date(atMs);
  // A service may give a year that no date can hold; the line is printed all the same.
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

function lineOrder(order: Order) {
  return {
    uuid: order.id,
    status: order.status.raw,
    phase: order.status.phase,
    vehicle_type: order.vehicleType,
    payment_method: order.paymentMethod,
    note_to_courier: order.noteToCourier,
    courier:
      order.courier === null
        ? null
        : {
            name: order.courier.name,
            phone_number: order.courier.phoneNumber,
            location: fixOf(order.courier.fix),
          },
    pickup: pickupOf(order.pickup),
    destinations: order.destinations.map(stopOf),
    price: priceOf(order.price),
    price_breakdown: order.priceBreakdown.map(priceLineOf),
  };
}

function lineChange(change: OrderChange) {
  const { field } = change;
  switch (change.field) {
    case 'status':
      return { field, before: change.before.raw, after: change.after.raw };
    case 'courier':
      return { field, before: identityOf(change.before), after: identityOf(change.after) };
    case 'courier.location':
      return { field, before: fixOf(change.before), after: fixOf(change.after) };
    case 'price':
      return { field, before: priceOf(change.before), after: priceOf(change.after) };
    case 'price_breakdown':
      return {
        field,
        before: change.before.map(priceLineOf),
        after: change.after.map(priceLineOf),
      };
    case 'pickup':
      return { field, before: pickupOf(change.before), after: pickupOf(change.after) };
    case 'destinations':
      return { field, before: change.before.map(stopOf), after: change.after.map(stopOf) };
    case 'note_to_courier':
    case 'vehicle_type':
    case 'payment_method':
      return { field, before: change.before, after: change.after };
    default:
      return change satisfies never;
  }
}

function identityOf(
  courier: { readonly name: string | null; readonly phoneNumber: string | null } | null,
) {
  return courier === null ? null : { name: courier.name, phone_number: courier.phoneNumber };
}

function pointOf(point: GeoPoint | null) {
  return point === null ? null : { latitude: point.latitudeDeg, longitude: point.longitudeDeg };
}

function fixOf(fix: CourierFix | null) {
  if (fix === null) return null;
  return { ...pointOf(fix), updated_at: timeOf(fix.reportedAtMs) };
}

function timeOf(atMs: number | null): string | null {
  return atMs === null ? null : isoTime(atMs);
}

function stopOf(stop: Stop) {
  return {
    name: stop.name,
    street_address: stop.streetAddress,
    floor_or_unit_number: stop.floorOrUnitNumber,
    location: pointOf(stop.point),
    contact: contactOf(stop.contact),
  };
}

function pickupOf(pickup: Pickup | null) {
  if (pickup === null) return null;
  return { schedule_at: timeOf(pickup.scheduledAtMs), ...stopOf(pickup) };
}

function contactOf(contact: Contact | null) {
  if (contact === null) return null;
  return {
    name: contact.name,
    phone_number: contact.phoneNumber,
    phone_extension: contact.phoneExtension,
  };
}

function priceOf(price: Money | null) {
  return price === null ? null : { currency: price.currency, amount: price.amount };
}

function priceLineOf(line: PriceLine) {
  return { key: line.key, amount: line.amount, quantity: line.quantity, reason: line.reason };
}

const linePersonalFields: ReadonlySet<string> = new Set([
  'name',
  'phone_number',
  'phone_extension',
  'street_address',
  'floor_or_unit_number',
  'location',
  'note_to_courier',
  'reason',
]);

/** Changes whose values themselves are personal. */
const linePersonalChanges: ReadonlySet<unknown> = new Set(['courier.location', 'note_to_courier']);

const lineOfUpdate = z.object({
  kinds: z.array(z.enum([...contractKinds, ...ownKinds])),
  reasons: z.array(z.string()),
});

/**
 * What may be kept of a line that was not printed yet, once the people in its order are erased.
 *
 * @returns null when it cannot be read: it might hold what must go
 */
export function lineWithoutPeople(json: string): string | null {
  let line: unknown;
  try {
    line = JSON.parse(json);
  } catch {
    return null;
  }
  const update = lineOfUpdate.safeParse(line).data;
  const rest = withoutPeople(line);
  if (update === undefined || typeof rest !== 'object') return JSON.stringify(rest);
  return JSON.stringify({ ...rest, reasons: reasonsWithoutPeople(update.kinds, update.reasons) });
}

function withoutPeople(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPeople);
  if (typeof value !== 'object' || value === null) return value;
  const isPersonal = 'field' in value && linePersonalChanges.has(value.field);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isErased = linePersonalFields.has(name) || (isPersonal && name !== 'field');
      if (name === 'key' && typeof inner === 'string') return [name, plainLineKey(inner)];
      return [name, isErased ? null : withoutPeople(inner)];
    }),
  );
}
