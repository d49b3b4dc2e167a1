/*
 * The shapes that travel, named as on the wire (seeds/contract.md, 2). The simulator speaks only
 * this language: it has no internal model of an order beside it.
 */

/** A stop's place (seeds/contract.md, 2.3 and 2.4): the key is `lng`. */
export interface WireStopLocation {
  readonly lat: number;
  readonly lng: number;
}

/** A courier's place (seeds/contract.md, 2.2): the key is `lon`, the time is in seconds since 1970. */
export interface WireCourierLocation {
  readonly lat: number;
  readonly lon: number;
  readonly location_updated_at: number;
}

/**
 * The assigned courier (seeds/contract.md, 2.2). Before a match it is `{}`, and until the first fix
 * its `location` is `{}`; both are our reading, for the contract does not say.
 */
export interface WireCourier {
  readonly name?: string;
  readonly phone_number?: string;
  readonly location?: WireCourierLocation | Record<string, never>;
}

/** Whom to meet at the pickup (seeds/contract.md, 2.3). */
export interface WirePickupContact {
  readonly name: string;
  readonly phone_number: string;
  readonly phone_extension: string;
}

/** Whom to meet at a destination (seeds/contract.md, 2.4): no extension. */
export interface WireDestinationContact {
  readonly name: string;
  readonly phone_number: string;
}

/** The pickup stop (seeds/contract.md, 2.3). `schedule_at` is in seconds since 1970, our reading. */
export interface WirePickup {
  readonly schedule_at: number;
  readonly name: string;
  readonly street_address: string;
  readonly floor_or_unit_number: string;
  readonly location: WireStopLocation;
  readonly contact: WirePickupContact;
}

/** A drop-off stop (seeds/contract.md, 2.4). */
export interface WireDestination {
  readonly name: string;
  readonly street_address: string;
  readonly floor_or_unit_number: string;
  readonly location: WireStopLocation;
  readonly contact: WireDestinationContact;
}

/** What the order costs (seeds/contract.md, 2.1). */
export interface WirePrice {
  readonly currency: string;
  readonly amount: number;
}

/** One line of the price breakdown (seeds/contract.md, 2.1). */
export interface WirePriceLine {
  readonly key: string;
  readonly amount: number;
  readonly quantity: number;
  readonly reason: string;
}

/** The order object (seeds/contract.md, 2.1), its fields in the contract's order. */
export interface WireOrder {
  readonly uuid: string;
  readonly vehicle_type: string;
  readonly payment_method: string;
  readonly note_to_courier: string;
  readonly courier: WireCourier;
  readonly status: string;
  readonly pickup: WirePickup;
  readonly destinations: readonly WireDestination[];
  readonly price: WirePrice;
  readonly price_breakdown: readonly WirePriceLine[];
}

/** The event kinds of the contract (seeds/contract.md, 6). */
export const eventKinds = [
  'order_created',
  'order_matched',
  'order_released',
  'amendment_added',
  'order_completed',
  'order_cancelled',
] as const;

export type EventKind = (typeof eventKinds)[number];

/** Anything that JSON can say. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };
