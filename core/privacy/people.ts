import type { CourierIdentity, OrderChange } from '../order/order-update.ts';
import type { Contact, Courier, Order, Pickup, PriceLine, Stop } from '../order/order.ts';

/** A stop without the person there. */
export type Place = Omit<Stop, 'contact'>;

/** How each person in an order is replaced. */
export interface PeopleMapping {
  readonly contact: (contact: Contact) => Contact;
  readonly courier: (courier: Courier) => Courier;
  /** The courier in a change, who has no position there. */
  readonly identity: (courier: CourierIdentity) => CourierIdentity;
  readonly place: (place: Place) => Place;
  /** Free text that a person wrote: the note to the courier, the reason of a price line. */
  readonly freeText: (text: string) => string | null;
  /** The key of a price line: a word such as `base`, or what an object had as a name in its place. */
  readonly lineKey: (key: string) => string | null;
}

function mapStop<Kind extends Stop>(stop: Kind, { contact, place }: PeopleMapping): Kind {
  return { ...stop, ...place(stop), contact: stop.contact && contact(stop.contact) };
}

function mapPriceLines(lines: readonly PriceLine[], mapping: PeopleMapping): PriceLine[] {
  const { freeText, lineKey } = mapping;
  return lines.map((line) => ({
    ...line,
    key: line.key && lineKey(line.key),
    reason: line.reason && freeText(line.reason),
  }));
}

/** The order with every person in it replaced. */
export function mapPeople(order: Order, mapping: PeopleMapping): Order {
  return {
    ...order,
    courier: order.courier && mapping.courier(order.courier),
    pickup: order.pickup && mapStop(order.pickup, mapping),
    destinations: order.destinations.map((stop) => mapStop(stop, mapping)),
    noteToCourier: order.noteToCourier && mapping.freeText(order.noteToCourier),
    priceBreakdown: mapPriceLines(order.priceBreakdown, mapping),
  };
}

/** {@link mapPeople} for one change of an order. */
export function mapPeopleInChange(change: OrderChange, mapping: PeopleMapping): OrderChange {
  const { freeText, identity } = mapping;
  switch (change.field) {
    case 'courier': {
      const { before, after } = change;
      return { ...change, before: before && identity(before), after: after && identity(after) };
    }
    case 'pickup': {
      const mapped = (pickup: Pickup | null) => pickup && mapStop(pickup, mapping);
      return { ...change, before: mapped(change.before), after: mapped(change.after) };
    }
    case 'destinations': {
      const mapped = (stops: readonly Stop[]) => stops.map((stop) => mapStop(stop, mapping));
      return { ...change, before: mapped(change.before), after: mapped(change.after) };
    }
    case 'price_breakdown': {
      const mapped = (lines: readonly PriceLine[]) => mapPriceLines(lines, mapping);
      return { ...change, before: mapped(change.before), after: mapped(change.after) };
    }
    case 'note_to_courier': {
      const { before, after } = change;
      return { ...change, before: before && freeText(before), after: after && freeText(after) };
    }
    // These fields hold no people. A new field does not compile until this switch has it.
    case 'status':
    case 'courier.location':
    case 'price':
    case 'vehicle_type':
    case 'payment_method':
      return change;
  }
}
