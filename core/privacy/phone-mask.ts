import type { OrderChange } from '../order/order-update.ts';
import type { Order } from '../order/order.ts';
import { replacedPhoneNumbers } from '../text/phone-numbers.ts';
import { mapPeople, mapPeopleInChange, type PeopleMapping } from './people.ts';

const dot = '•';

/** The country codes of ITU-T E.164: those of one and two digits, and all others have three. */
const countryCode =
  /^\s*\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;

/** A digit of any script, a circled or raised one too. */
const digit = /\p{N}/gu;

/** A number up to the first mark that does not stand between its digits: that begins an extension or a PIN. */
const oneNumber = /^\s*\+?[\p{N}\s\p{Cf}\p{Pd}.()·•_'’]*/u;

/**
 * A phone number of which only the country code and the last two digits can be read: "+852 •••• ••47",
 * also when it came without a blank after the code. What follows the number, such as an extension or a
 * PIN, is hidden whole, and so is a number of fewer than five digits.
 */
export function maskPhone(text: string): string {
  const rest = text.replace(oneNumber, '');
  const number = text.slice(0, text.length - rest.length);
  const country = countryCode.exec(number)?.[0] ?? '';
  const local = number.slice(country.length);
  const gap = country !== '' && /^\p{N}/u.test(local) ? ' ' : '';
  const digitCount = local.match(digit)?.length ?? 0;
  const shownFrom = digitCount < 5 ? digitCount : digitCount - 2;
  let index = 0;
  const masked = local.replace(digit, (shown) => {
    index += 1;
    return index > shownFrom ? shown : dot;
  });
  return country + gap + masked + maskDigits(rest);
}

/** A free text in which whatever looks like a phone number is masked. */
export function maskText(text: string): string {
  return replacedPhoneNumbers(text, maskPhone);
}

/** Japan's postal codes and the long ones of the United States, which no other digits stand beside. */
const postalCode =
  /((?<![\p{N}+][\s\p{Pd}]?)\d{3}-\d{4}(?![\s\p{Pd}]?\p{N})|(?<![\p{N}+][\s\p{Pd}]?)\d{5}-\d{4}(?![\s\p{Pd}]?\p{N}))/u;

/** An address in which whatever looks like a phone number is masked, and a postal code stays. */
export function maskAddress(text: string): string {
  return text
    .split(postalCode)
    .map((part, index) => (index % 2 === 1 ? part : maskText(part)))
    .join('');
}

/** The text with every digit hidden. */
export function maskDigits(text: string): string {
  return text.replace(digit, dot);
}

/** Masks every phone number that has a field of its own; free texts stay. */
const phoneMasking: PeopleMapping = {
  contact: (contact) => ({
    ...withMaskedNumber(contact),
    phoneExtension: contact.phoneExtension === null ? null : maskDigits(contact.phoneExtension),
  }),
  courier: withMaskedNumber,
  identity: withMaskedNumber,
  place: (place) => place,
  freeText: (text) => text,
  lineKey: (key) => key,
};

function withMaskedNumber<Person extends { readonly phoneNumber: string | null }>(
  person: Person,
): Person {
  const { phoneNumber } = person;
  return { ...person, phoneNumber: phoneNumber === null ? null : maskPhone(phoneNumber) };
}

/** The order with every phone number masked. */
export function maskOrder(order: Order): Order {
  return mapPeople(order, phoneMasking);
}

/** The changes of an update with every phone number masked. */
export function maskChanges(changes: readonly OrderChange[]): readonly OrderChange[] {
  return changes.map((change) => mapPeopleInChange(change, phoneMasking));
}
