import type { OrderChange } from '../order/order-update.ts';
import type { Contact, Courier, Order, Stop } from '../order/order.ts';

const dot = '•';

/**
 * A phone number of which only the country code, when it stands apart, and the last two digits can
 * be read: "+852 •••• ••47". What follows a comma or the like (a PIN, an extension) is hidden whole,
 * and so is a number of fewer than five digits.
 */
export function maskPhone(text: string): string {
  const end = text.search(/[,;#xXpPwW]/);
  const number = end < 0 ? text : text.slice(0, end);
  const rest = end < 0 ? '' : text.slice(end).replace(/\d/g, dot);
  const country = /^\s*\+\d{1,3}(?=[\s().-])/.exec(number)?.[0] ?? '';
  const local = number.slice(country.length);
  const digitCount = local.replace(/\D/g, '').length;
  const shownFrom = digitCount < 5 ? digitCount : digitCount - 2;
  let index = 0;
  const masked = local.replace(/\d/g, (digit) => {
    index += 1;
    return index > shownFrom ? digit : dot;
  });
  return country + masked + rest;
}

function maskNumber(phoneNumber: string | null): string | null {
  return phoneNumber === null ? null : maskPhone(phoneNumber);
}

function maskContact(contact: Contact | null): Contact | null {
  return contact === null ? null : { ...contact, phoneNumber: maskNumber(contact.phoneNumber) };
}

function maskStop<Kind extends Stop>(stop: Kind): Kind {
  return { ...stop, contact: maskContact(stop.contact) };
}

function maskCourier<Kind extends Pick<Courier, 'phoneNumber'>>(courier: Kind | null): Kind | null {
  return courier === null ? null : { ...courier, phoneNumber: maskNumber(courier.phoneNumber) };
}

/** The order with every phone number masked. */
export function maskOrder(order: Order): Order {
  return {
    ...order,
    courier: maskCourier(order.courier),
    pickup: order.pickup === null ? null : maskStop(order.pickup),
    destinations: order.destinations.map(maskStop),
  };
}

/** The changes of an update with every phone number masked. */
export function maskChanges(changes: readonly OrderChange[]): readonly OrderChange[] {
  return changes.map((change): OrderChange => {
    switch (change.field) {
      case 'courier':
        return { ...change, before: maskCourier(change.before), after: maskCourier(change.after) };
      case 'pickup':
        return {
          ...change,
          before: change.before === null ? null : maskStop(change.before),
          after: change.after === null ? null : maskStop(change.after),
        };
      case 'destinations':
        return {
          ...change,
          before: change.before.map(maskStop),
          after: change.after.map(maskStop),
        };
      case 'status':
      case 'courier.location':
      case 'price':
      case 'price_breakdown':
      case 'note_to_courier':
      case 'vehicle_type':
      case 'payment_method':
        return change;
    }
  });
}
