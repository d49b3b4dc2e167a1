const fewestDigits = 3;
const mostDigits = 15;

/** What stands behind the digits of one number and the marks between them, such as an extension. It is not dialled. */
const behindNumber = /[^\d\s().\-–/].*/s;

/**
 * A phone number as an address for the system's program for calls (RFC 3966): `tel:` and digits, after a plus sign
 * where the number has its country. Null for what is no number that can be dialled.
 */
export function telAddress(phoneNumber: string): string | null {
  const number = phoneNumber.normalize('NFKC').trimStart();
  const plus = number.startsWith('+') ? '+' : '';
  const digits = number.slice(plus.length).replace(behindNumber, '').replaceAll(/\D/g, '');
  const isDialled = digits.length >= fewestDigits && digits.length <= mostDigits;
  return isDialled ? `tel:${plus}${digits}` : null;
}
