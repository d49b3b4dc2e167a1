import type { Courier, CourierFingerprint } from './order.ts';

/** How the courier of one observation relates to the courier of the one before. */
export type CourierChange = 'none' | 'came' | 'gone' | 'another' | 'details';

/**
 * Whether two observations are of one courier. A name or number that is missing on one side, as it
 * happens while a service withholds it, does not make another courier; neither does a new number
 * under the same name, nor a new spelling under the same number.
 */
export function isSameCourier(before: Courier | null, after: Courier | null): boolean {
  if (before === null || after === null) return false;
  if (before.fingerprint !== undefined && after.fingerprint !== undefined) {
    return isSameFingerprint(before.fingerprint, after.fingerprint);
  }
  const name = agreement(plainName(before.name), plainName(after.name));
  const phone = agreement(plainPhone(before.phoneNumber), plainPhone(after.phoneNumber));
  return name === 'same' || phone === 'same' || (name === 'open' && phone === 'open');
}

function isSameFingerprint(before: CourierFingerprint, after: CourierFingerprint): boolean {
  const name = agreement(before.name ?? '', after.name ?? '');
  const phone = agreement(before.phone ?? '', after.phone ?? '');
  return name === 'same' || phone === 'same' || (name === 'open' && phone === 'open');
}

/** What happened to the courier between two observations, the position aside. */
export function courierChange(before: Courier | null, after: Courier | null): CourierChange {
  if (before === null) return after === null ? 'none' : 'came';
  if (after === null) return 'gone';
  if (!isSameCourier(before, after)) return 'another';
  const isUnchanged = before.name === after.name && before.phoneNumber === after.phoneNumber;
  return isUnchanged ? 'none' : 'details';
}

function agreement(before: string, after: string): 'same' | 'different' | 'open' {
  if (before === '' || after === '') return 'open';
  return before === after ? 'same' : 'different';
}

/** A name as it is compared: without case, width and runs of blanks; empty when not given. */
export function plainName(name: string | null): string {
  return (name ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The digits of a number; empty when not given. */
export function plainPhone(phone: string | null): string {
  return (phone ?? '').replace(/\D/g, '');
}
