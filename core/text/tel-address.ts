const fewestDigits = 3;
const mostDigits = 15;

/** What may stand between the digits of one number. What follows, such as an extension, is not dialled. */
const oneNumber = /^\s*(\+?)([\d\s().\-–/]*)/;

/**
 * A phone number as an address for the system's program for calls (RFC 3966): `tel:` and digits, after a plus sign
 * where the number has its country. Null for what is no number that can be dialled.
 */
export function telAddress(phoneNumber: string): string | null {
  const [, plus = '', rest = ''] = oneNumber.exec(phoneNumber.normalize('NFKC')) ?? [];
  const digits = rest.replaceAll(/\D/g, '');
  const isDialled = digits.length >= fewestDigits && digits.length <= mostDigits;
  return isDialled ? `tel:${plus}${digits}` : null;
}
