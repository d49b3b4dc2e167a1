import type { OrderId } from './order-id.ts';

/** A place on the earth (WGS 84), always inside -90..90 and -180..180 and never exactly (0, 0). */
export interface GeoPoint {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

/**
 * The courier's position as the courier's device last reported it.
 *
 * `reportedAtMs` is the service's own time for the position (seeds/contract.md, 2.2
 * `location_updated_at`), in milliseconds since 1970, or null when the service gave none. Its clock
 * may differ from ours; a time that lies ahead is corrected in courier-time.ts.
 */
export interface CourierFix extends GeoPoint {
  readonly reportedAtMs: number | null;
  /** The time that the service gave, where `reportedAtMs` is another because its clock is ahead. */
  readonly statedAtMs?: number;
}

/**
 * Shortened salted hashes of a courier's name and number, kept after these were erased: enough to see
 * that another courier took over, too little to name the courier (main/engine/privacy/courier-fingerprints.ts).
 * Null means that the service did not give the fact.
 */
export interface CourierFingerprint {
  readonly name: string | null;
  readonly phone: string | null;
}

/** The assigned courier. Name and phone number are personal data (seeds/contract.md, 2.2). */
export interface Courier {
  readonly name: string | null;
  readonly phoneNumber: string | null;
  readonly fix: CourierFix | null;
  /** Set once name and number were erased, and for a courier that is compared with an erased one. */
  readonly fingerprint?: CourierFingerprint;
}

/** The person that the courier meets at a stop. Every field is personal data. */
export interface Contact {
  readonly name: string | null;
  readonly phoneNumber: string | null;
  readonly phoneExtension: string | null;
}

/** A place where the courier stops (seeds/contract.md, 2.3 and 2.4). */
export interface Stop {
  readonly name: string | null;
  readonly streetAddress: string | null;
  readonly floorOrUnitNumber: string | null;
  readonly point: GeoPoint | null;
  readonly contact: Contact | null;
}

/** The stop where the courier collects the goods. */
export interface Pickup extends Stop {
  /** The planned time, in milliseconds since 1970; null when the service gives none. */
  readonly scheduledAtMs: number | null;
}

/**
 * An amount of money exactly as the service sent it.
 *
 * The contract does not say whether `amount` counts whole units or cents (seeds/contract.md, 2.5), so
 * the number is kept as received; how to show it is a setting of the connection.
 */
export interface Money {
  readonly amount: number;
  /** ISO 4217 in upper case, or null when the service gave none. */
  readonly currency: string | null;
}

/** One line of the price breakdown, amounts in the same unit as {@link Money.amount}. */
export interface PriceLine {
  readonly key: string | null;
  readonly amount: number | null;
  readonly quantity: number | null;
  readonly reason: string | null;
}

/** The phases of an order that is over. */
export const finishedPhases = ['done', 'failed', 'cancelled'] as const;

/** The phases that a known status word stands for. */
export const knownPhases = [
  'searching',
  'assigned',
  'atPickup',
  'pickedUp',
  'atDropoff',
  ...finishedPhases,
] as const;

export type KnownPhase = (typeof knownPhases)[number];

/**
 * What an order is doing, as far as its status word is known to us.
 *
 * The contract names only `pending` (seeds/contract.md, 3); the other words were seen at services of
 * the same kind (docs/adr/0006-status-words.md). A word that is not known yet is `unknown` and
 * never ends the watching.
 */
export const orderPhases = [...knownPhases, 'unknown'] as const;

export type OrderPhase = (typeof orderPhases)[number];

/** The service's own status word beside our reading of it. */
export interface OrderStatus {
  /** As received, trimmed and capped; null when the answer held no status. */
  readonly raw: string | null;
  readonly phase: OrderPhase;
}

/** The one internal model of an order. Wire names and units end at `wire-order.ts`. */
export interface Order {
  readonly id: OrderId;
  readonly status: OrderStatus;
  readonly vehicleType: string | null;
  readonly paymentMethod: string | null;
  readonly noteToCourier: string | null;
  readonly courier: Courier | null;
  readonly pickup: Pickup | null;
  readonly destinations: readonly Stop[];
  readonly price: Money | null;
  readonly priceBreakdown: readonly PriceLine[];
  /** In an answer alone: the fields that it has and says nothing in. `withKnown` takes it away. */
  readonly withheld?: readonly WithheldField[];
}

/** A field that services leave empty in the place of what they do not tell. */
export type WithheldField = 'courier' | 'price' | 'priceBreakdown';
