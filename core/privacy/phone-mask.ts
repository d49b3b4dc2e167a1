import type { OrderChange } from '../order/order-update.ts';
import type { Order } from '../order/order.ts';
import { mapPeople, mapPeopleInChange, type PeopleMapping } from './people.ts';

const dot = '•';

/** The country codes of ITU-T E.164: those of one and two digits, and all others have three. */
const countryCode =
  /^\s*\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;

/**
 * A phone number of which only the country code and the last two digits can be read: "+852 •••• ••47",
 * also when it came without a blank after the code. What follows a comma or the like (a PIN, an
 * extension) is hidden whole, and so is a number of fewer than five digits.
 */
export function maskPhone(text: string): string {
  const end = text.search(/[,;#xXpPwW]/);
  const number = end < 0 ? text : text.slice(0, end);
  const rest = end < 0 ? '' : text.slice(end).replace(/\d/g, dot);
  const country = countryCode.exec(number)?.[0] ?? '';
  const local = number.slice(country.length);
  const gap = country !== '' && /^\d/.test(local) ? ' ' : '';
  const digitCount = local.replace(/\D/g, '').length;
  const shownFrom = digitCount < 5 ? digitCount : digitCount - 2;
  let index = 0;
  const masked = local.replace(/\d/g, (digit) => {
    index += 1;
    return index > shownFrom ? digit : dot;
  });
  return country + gap + masked + rest;
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
