import type { OrderId } from '../order/order-id.ts';
import { readOrderStatus, type StatusMeanings } from '../order/order-status.ts';
import type { Contact, Courier, CourierFix, Order, Pickup, Stop } from '../order/order.ts';
import type { Result } from '../text/result.ts';
import type { ContractNote, Note } from './contract-notes.ts';
import { findOrderObject } from './wire-envelope.ts';
import { readBreakdown, readPrice } from './wire-money.ts';
import { isObject, readPoint, readShortText, readText, readTimeMs } from './wire-values.ts';
import type { PointKeys, WireObject } from './wire-values.ts';

/** An order with the named rules that reading it needed, each once, in the order of first use. */
export interface ParsedOrder {
  readonly order: Order;
  readonly notes: readonly ContractNote[];
}

/** Why an answer holds no order that could be shown. The detail carries nothing of the answer. */
export interface OrderRefusal {
  readonly code: 'answer-unreadable' | 'answer-for-another-order';
  readonly detail: string;
}

const maxNoteGraphemes = 5000;
const maxDestinations = 100;

const latitudeKeys = ['lat', 'latitude'];
const courierPointKeys: PointKeys = {
  latitude: latitudeKeys,
  longitude: ['lon', 'lng', 'long', 'longitude'],
};
const stopPointKeys: PointKeys = {
  latitude: latitudeKeys,
  longitude: ['lng', 'lon', 'long', 'longitude'],
};

const noMeanings: StatusMeanings = new Map();

/**
 * Reads an answer of the order endpoint (seeds/contract.md, 2.1 and 4.2) into the one internal
 * model. Liberal: a field that cannot be read is as good as absent and never takes the order with
 * it; every rule of leniency that was used is noted. Strict in one thing: the uuid in the answer, if
 * there is one, must be the uuid asked for.
 *
 * Never throws, whatever JSON value comes. An answer is bounded: texts, stops and price lines beyond
 * the caps are cut.
 *
 * @param statusMeanings the meanings that the dispatcher gave to status words or numbers
 */
export function parseOrder(
  body: unknown,
  asked: OrderId,
  statusMeanings: StatusMeanings = noMeanings,
): Result<ParsedOrder, OrderRefusal> {
  const located = findOrderObject(body, asked);
  if (!located.ok) return located;
  const { object } = located.value;
  const notes: ContractNote[] = [...located.value.notes];
  // An answer needs few rules, if any: searching a list is cheaper than building a set.
  const note: Note = (rule) => {
    if (!notes.includes(rule)) notes.push(rule);
  };
  const order: Order = {
    id: asked,
    status: readStatus(object['status'], statusMeanings, note),
    vehicleType: readShortText(object['vehicle_type'], note),
    paymentMethod: readShortText(object['payment_method'], note),
    noteToCourier: readText(object['note_to_courier'], maxNoteGraphemes, note),
    courier: readCourier(object, note),
    pickup: readPickup(object['pickup'], note),
    destinations: readDestinations(object['destinations'], note),
    price: readPrice(object['price'], note),
    priceBreakdown: readBreakdown(object['price_breakdown'], note),
  };
  return { ok: true, value: { order, notes } };
}

function readStatus(value: unknown, statusMeanings: StatusMeanings, note: Note): Order['status'] {
  const status = readOrderStatus(value, statusMeanings);
  if (status.raw === null) note('status-absent');
  else if (typeof value !== 'string') note('status-not-text');
  if (status.raw !== null && status.phase === 'unknown') note('status-unknown-word');
  if (
    statusMeanings.size > 0 &&
    status.raw !== null &&
    statusMeanings.has(status.raw.toLowerCase())
  ) {
    note('status-by-your-table');
  }
  return status;
}

function readCourier(order: WireObject, note: Note): Courier | null {
  const named = order['courier'];
  const value = named ?? order['driver'];
  if (value === undefined || value === null) return null;
  if (named === undefined || named === null) note('courier-under-driver');
  if (Array.isArray(value) && value.length === 0) {
    note('courier-empty');
    return null;
  }
  if (!isObject(value)) {
    note('courier-unreadable');
    return null;
  }
  const courier = {
    name: readShortText(value['name'], note),
    phoneNumber: readShortText(value['phone_number'], note),
    fix: readFix(value, note),
  };
  // Before matching some services send an empty courier, others one of nulls: there is none yet.
  if (courier.name === null && courier.phoneNumber === null && courier.fix === null) {
    note('courier-empty');
    return null;
  }
  return courier;
}

function readFix(courier: WireObject, note: Note): CourierFix | null {
  const location = courier['location'];
  const point = readPoint(location, courierPointKeys, note);
  if (point === null) return null;
  const inside = isObject(location) ? location['location_updated_at'] : undefined;
  const beside = courier['location_updated_at'];
  if (inside === undefined && beside !== undefined) note('fix-time-beside-location');
  const { latitudeDeg, longitudeDeg } = point;
  return { latitudeDeg, longitudeDeg, reportedAtMs: readTimeMs(inside ?? beside, note) };
}

function readStop(object: WireObject, note: Note): Stop {
  return {
    name: readShortText(object['name'], note),
    streetAddress: readShortText(object['street_address'], note),
    floorOrUnitNumber: readShortText(object['floor_or_unit_number'], note),
    point: readPoint(object['location'], stopPointKeys, note),
    contact: readContact(object['contact'], note),
  };
}

/** The object, or null when there is none. An empty list counts as none: some services send one. */
function readObject(value: unknown, unreadable: ContractNote, note: Note): WireObject | null {
  if (value === undefined || value === null) return null;
  if (isObject(value)) return value;
  if (!Array.isArray(value) || value.length > 0) note(unreadable);
  return null;
}

function readContact(given: unknown, note: Note): Contact | null {
  const value = readObject(given, 'contact-unreadable', note);
  if (value === null) return null;
  const name = readShortText(value['name'], note);
  const phoneNumber = readShortText(value['phone_number'], note);
  const phoneExtension = readShortText(value['phone_extension'], note);
  const isEmpty = name === null && phoneNumber === null && phoneExtension === null;
  return isEmpty ? null : { name, phoneNumber, phoneExtension };
}

function readPickup(given: unknown, note: Note): Pickup | null {
  const value = readObject(given, 'pickup-unreadable', note);
  if (value === null) return null;
  const { name, streetAddress, floorOrUnitNumber, point, contact } = readStop(value, note);
  const scheduledAtMs = readTimeMs(value['schedule_at'], note);
  const pickup = { name, streetAddress, floorOrUnitNumber, point, contact, scheduledAtMs };
  return Object.values(pickup).every((part) => part === null) ? null : pickup;
}

function readDestinations(value: unknown, note: Note): readonly Stop[] {
  if (value === undefined || value === null) return [];
  if (isObject(value)) {
    note('destinations-single');
    return [readStop(value, note)];
  }
  if (!Array.isArray(value)) {
    note('destinations-unreadable');
    return [];
  }
  const list: readonly unknown[] = value;
  if (list.length > maxDestinations) note('destinations-capped');
  // A stop that cannot be read keeps its place, so that stop numbers stay right.
  return list.slice(0, maxDestinations).map((item) => {
    if (!isObject(item)) note('destinations-unreadable');
    return readStop(isObject(item) ? item : {}, note);
  });
}
