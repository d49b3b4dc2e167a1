import type { OrderId } from '../order/order-id.ts';
import {
  foldedWord,
  isFinished,
  readOrderStatus,
  type StatusMeanings,
} from '../order/order-status.ts';
import type {
  Contact,
  Courier,
  CourierFix,
  Order,
  Pickup,
  Stop,
  WithheldField,
} from '../order/order.ts';
import type { Result } from '../text/result.ts';
import type { ContractNote, Note } from './contract-notes.ts';
import { findOrderObject, identityFields } from './wire-envelope.ts';
import { readBreakdown, readPrice } from './wire-money.ts';
import { readTimeMs } from './wire-time.ts';
import {
  isObject,
  listIn,
  noteUnknownFields,
  readPersonText,
  readPoint,
  readShortText,
  readText,
  unlisted,
} from './wire-values.ts';
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
const stopLongitudeKeys = ['lng', 'lon', 'long', 'longitude'];
const courierPointKeys = pointKeys(
  'courier.location.',
  ['lon', 'lng', 'long', 'longitude'],
  ['location_updated_at'],
);

/** @param beside names in the same object that say something else */
function pointKeys(
  place: string,
  longitude: readonly string[],
  beside: readonly string[] = [],
): PointKeys {
  return {
    place,
    latitude: latitudeKeys,
    longitude,
    known: [...latitudeKeys, ...longitude, ...beside],
  };
}

/** Where a stop stands, for what is noted of it. */
interface StopPlace {
  readonly place: string;
  readonly point: PointKeys;
}

function stopPlace(place: string): StopPlace {
  return { place, point: pointKeys(`${place}location.`, stopLongitudeKeys) };
}

const pickupPlace = stopPlace('pickup.');
const destinationPlace = stopPlace('destinations[].');

/** The most rules that are noted of one answer. */
const mostNotes = 100;

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
    if (!notes.includes(rule) && notes.length < mostNotes) notes.push(rule);
  };
  const {
    status,
    vehicle_type: vehicleType,
    payment_method: paymentMethod,
    note_to_courier: noteToCourier,
    courier,
    driver,
    pickup,
    destinations,
    price,
    price_breakdown: priceBreakdown,
    ...others
  } = object;
  const statusRead = readStatus(status, statusMeanings, note);
  const courierRead = readCourier(courier, driver, note);
  const order: Order = {
    id: asked,
    status: statusRead,
    vehicleType: readShortText(vehicleType, note),
    paymentMethod: readShortText(paymentMethod, note),
    noteToCourier: readText(noteToCourier, maxNoteGraphemes, note),
    courier: courierRead === 'withheld' ? null : courierRead,
    pickup: readPickup(pickup, note),
    destinations: readDestinations(destinations, note),
    price: readPrice(price, note),
    priceBreakdown: readBreakdown(priceBreakdown, note),
  };
  const withheld: WithheldField[] = [];
  // Where a courier is looked for or has done the work, an empty one is none.
  const hasCourier = statusRead.phase !== 'searching' && !isFinished(statusRead.phase);
  if (courierRead === 'withheld' && hasCourier) withheld.push('courier');
  if (price !== undefined && order.price === null) withheld.push('price');
  if (priceBreakdown !== undefined && order.priceBreakdown.length === 0) {
    withheld.push('priceBreakdown');
  }
  noteUnknownFields(others, '', note, identityFields);
  return {
    ok: true,
    value: { order: withheld.length === 0 ? order : { ...order, withheld }, notes },
  };
}

function readStatus(value: unknown, statusMeanings: StatusMeanings, note: Note): Order['status'] {
  const status = readOrderStatus(value, statusMeanings);
  if (status.raw === null) note('status-absent');
  else if (typeof value !== 'string') note('status-not-text');
  if (status.raw !== null && status.phase === 'unknown') note('status-unknown-word');
  if (
    statusMeanings.size > 0 &&
    status.raw !== null &&
    statusMeanings.has(foldedWord(status.raw))
  ) {
    note('status-by-your-table');
  }
  return status;
}

/** @returns `withheld` for a courier of whom nothing can be read */
function readCourier(named: unknown, driver: unknown, note: Note): Courier | 'withheld' | null {
  const given = named ?? driver;
  if (given === undefined || given === null) return null;
  if (named === undefined || named === null) note('courier-under-driver');
  const value = unlisted(given, note);
  if (Array.isArray(value) && value.length === 0) {
    note('courier-empty');
    return null;
  }
  if (!isObject(value)) {
    note('courier-unreadable');
    // Something that is not read is a courier of whom nothing is known; false, 0 and an empty text are no courier.
    return value === false || value === '' || value === 0 ? null : 'withheld';
  }
  const {
    name,
    phone_number: phoneNumber,
    location,
    location_updated_at: besideLocation,
    ...others
  } = value;
  noteUnknownFields(others, 'courier.', note);
  const courier = {
    name: readPersonText(name, note),
    phoneNumber: readPersonText(phoneNumber, note),
    fix: readFix(location, besideLocation, note),
  };
  // Before matching some services send an empty courier, others one of nulls: there is none yet.
  if (courier.name === null && courier.phoneNumber === null && courier.fix === null) {
    note('courier-empty');
    return 'withheld';
  }
  return courier;
}

/** @param beside the time that stands beside the location */
function readFix(given: unknown, beside: unknown, note: Note): CourierFix | null {
  const location = unlisted(given, note);
  const point = readPoint(location, courierPointKeys, note);
  if (point === null) return null;
  const inside = isObject(location) ? location['location_updated_at'] : undefined;
  if (inside === undefined && beside !== undefined) note('fix-time-beside-location');
  const { latitudeDeg, longitudeDeg } = point;
  return { latitudeDeg, longitudeDeg, reportedAtMs: readTimeMs(inside ?? beside, note) };
}

function readStop(object: WireObject, { place, point }: StopPlace, note: Note): Stop {
  const {
    name,
    street_address: streetAddress,
    floor_or_unit_number: floorOrUnitNumber,
    location,
    contact,
    ...others
  } = object;
  noteUnknownFields(others, place, note);
  return {
    name: readShortText(name, note),
    streetAddress: readShortText(streetAddress, note),
    floorOrUnitNumber: readShortText(floorOrUnitNumber, note),
    point: readPoint(location, point, note),
    contact: readContact(contact, place, note),
  };
}

/** The object, or null when there is none. An empty list counts as none: some services send one. */
function readObject(value: unknown, unreadable: ContractNote, note: Note): WireObject | null {
  const only = unlisted(value, note);
  if (only === undefined || only === null) return null;
  if (isObject(only)) return only;
  if (!Array.isArray(only) || only.length > 0) note(unreadable);
  return null;
}

function readContact(given: unknown, place: string, note: Note): Contact | null {
  const value = readObject(given, 'contact-unreadable', note);
  if (value === null) return null;
  const { name, phone_number: number, phone_extension: extension, ...others } = value;
  noteUnknownFields(others, `${place}contact.`, note);
  const contact = {
    name: readPersonText(name, note),
    phoneNumber: readPersonText(number, note),
    phoneExtension: readShortText(extension, note),
  };
  return Object.values(contact).every((part) => part === null) ? null : contact;
}

function readPickup(given: unknown, note: Note): Pickup | null {
  const value = readObject(given, 'pickup-unreadable', note);
  if (value === null) return null;
  const { schedule_at: scheduleAt, ...stop } = value;
  const pickup = {
    ...readStop(stop, pickupPlace, note),
    scheduledAtMs: readTimeMs(scheduleAt, note),
  };
  return Object.values(pickup).every((part) => part === null) ? null : pickup;
}

function readDestinations(value: unknown, note: Note): readonly Stop[] {
  if (value === undefined || value === null) return [];
  const list = listIn(value);
  if (list === null && isObject(value)) {
    note('destinations-single');
    return [readStop(value, destinationPlace, note)];
  }
  if (list === null) {
    note('destinations-unreadable');
    return [];
  }
  if (!Array.isArray(value)) note('list-from-object');
  if (list.length > maxDestinations) note('destinations-capped');
  // A stop that cannot be read keeps its place, so that stop numbers stay right.
  return list.slice(0, maxDestinations).map((item) => {
    if (!isObject(item)) note('destinations-unreadable');
    return readStop(isObject(item) ? item : {}, destinationPlace, note);
  });
}
