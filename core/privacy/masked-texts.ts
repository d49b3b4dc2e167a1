import { maskAddress, maskDigits, maskPhone, maskText } from './phone-mask.ts';

/*
 * What leaves for a reader who gets no whole phone number: a viewer of a team, and `waybell watch`. A number can
 * stand in any text, in a name as well as in a status, so every text is masked. A new field is masked until it is
 * named here.
 */

/** What stays, with all that stands in it: identifiers, hashes and times. */
const plainFields: ReadonlySet<string> = new Set([
  'id',
  'uuid',
  'orderId',
  'deskId',
  'hub',
  'fingerprint',
  'at',
  'created_at',
  'unchecked_since',
  'updated_at',
  'schedule_at',
]);

/** Fields that are masked more closely, or with regard to what else has many digits there. */
const maskedFields: ReadonlyMap<string, (text: string) => string> = new Map([
  ['phoneNumber', maskPhone],
  ['phone_number', maskPhone],
  ['phoneExtension', maskDigits],
  ['phone_extension', maskDigits],
  ['streetAddress', maskAddress],
  ['street_address', maskAddress],
]);

/** The value as JSON has it, with every phone number in it masked, whatever its structure. */
export function maskTexts<Value>(value: Value): Value;
export function maskTexts(value: unknown): unknown {
  return masked(value, maskText);
}

function masked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((each: unknown) => masked(each, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]: [string, unknown]) => [
      field,
      plainFields.has(field) ? inner : masked(inner, maskedFields.get(field) ?? maskText),
    ]),
  );
}
