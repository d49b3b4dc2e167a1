import type { OrderChange } from '../order/order-update.ts';
import type { Order } from '../order/order.ts';
import { mapPeople, mapPeopleInChange, type PeopleMapping } from './people.ts';

const dot = '•';

/**
 * A phone number of which only the country code, when a blank or mark follows it, and the last two
 * digits can be read: "+852 •••• ••47". What follows a comma or the like (a PIN, an extension) is
 * hidden whole, and so is a number of fewer than five digits.
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

const masking: PeopleMapping = {
  contact: withMaskedNumber,
  courier: withMaskedNumber,
  identity: withMaskedNumber,
};

function withMaskedNumber<Person extends { readonly phoneNumber: string | null }>(
  person: Person,
): Person {
  const { phoneNumber } = person;
  return { ...person, phoneNumber: phoneNumber === null ? null : maskPhone(phoneNumber) };
}

/** The order with every phone number masked. */
export function maskOrder(order: Order): Order {
  return mapPeople(order, masking);
}

/** The changes of an update with every phone number masked. */
export function maskChanges(changes: readonly OrderChange[]): readonly OrderChange[] {
  return changes.map((change) => mapPeopleInChange(change, masking));
}
