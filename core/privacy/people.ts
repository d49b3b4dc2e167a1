import type { CourierIdentity, OrderChange } from '../order/order-update.ts';
import type { Contact, Courier, Order, Pickup, Stop } from '../order/order.ts';

/** How each person in an order is replaced. */
export interface PeopleMapping {
  readonly contact: (contact: Contact) => Contact;
  readonly courier: (courier: Courier) => Courier;
  /** The courier in a change, who has no position there. */
  readonly identity: (courier: CourierIdentity) => CourierIdentity;
}

function mapStop<Kind extends Stop>(stop: Kind, { contact }: PeopleMapping): Kind {
  return { ...stop, contact: stop.contact && contact(stop.contact) };
}

/** The order with every person in it replaced. */
export function mapPeople(order: Order, mapping: PeopleMapping): Order {
  return {
    ...order,
    courier: order.courier && mapping.courier(order.courier),
    pickup: order.pickup && mapStop(order.pickup, mapping),
    destinations: order.destinations.map((stop) => mapStop(stop, mapping)),
  };
}

/** {@link mapPeople} for one change of an order. */
export function mapPeopleInChange(change: OrderChange, mapping: PeopleMapping): OrderChange {
  const { identity } = mapping;
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
    // These fields hold no people. A new field does not compile until this switch has it.
    case 'status':
    case 'courier.location':
    case 'price':
    case 'price_breakdown':
    case 'note_to_courier':
    case 'vehicle_type':
    case 'payment_method':
      return change;
  }
}
