import type { Courier } from './order.ts';
import { madeOnce } from '../made-once.ts';
import { nameAgreement, phoneAgreement, plainText, type Agreement } from './partial-text.ts';

/** How the courier of one observation relates to the courier of the one before. */
export type CourierChange = 'none' | 'came' | 'gone' | 'another' | 'details';

/**
 * Whether two observations are of one courier. A name or number that is missing, shortened or masked on
 * one side, as it happens while a service withholds it, does not make another courier; neither does a new
 * number under the same name, nor a new spelling under the same number.
 */
export function isSameCourier(before: Courier | null, after: Courier | null): boolean {
  if (before === null || after === null) return false;
  const [known, seen] = [before.fingerprint, after.fingerprint];
  const areErased = known !== undefined && seen !== undefined;
  const name = areErased
    ? agreement(known.name, seen.name)
    : nameAgreement(before.name, after.name);
  const phone = areErased
    ? agreement(known.phone, seen.phone)
    : phoneAgreement(before.phoneNumber, after.phoneNumber);
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

function agreement(before: string | null, after: string | null): Agreement {
  if (!before || !after) return 'open';
  return before === after ? 'same' : 'different';
}

/** A courier of one of several orders, as a list tells couriers apart. */
export interface ListedCourier {
  readonly name: string | null;
  /** The same for the same phone number, which it does not give away; absent where none is given whole. */
  readonly numberMark?: string;
}

/**
 * Finds the couriers of other orders who are this one. The service gives them no identifier, and many bear one name,
 * so two are one by name and number. Where a number is not known the name alone has to do, as long as all of that
 * name whose numbers are known have the same one. Numbers are compared first and each name once: a list has
 * thousands of couriers with some hundred names.
 *
 * @param listed all couriers that are compared
 */
export function isListedCourier(
  { name, numberMark }: ListedCourier,
  listed: readonly ListedCourier[],
): (other: ListedCourier) => boolean {
  const plain = plainName(name);
  const isNamedSo = madeOnce((other: string | null) => plainName(other) === plain);
  const mayBeNamedSo = madeOnce(
    (other: string | null) => nameAgreement(name, other) !== 'different',
  );
  let isNameEnough: boolean | null = null;
  return (other) => {
    if (numberMark !== undefined && other.numberMark !== undefined)
      return other.numberMark === numberMark && mayBeNamedSo(other.name);
    if (!isNamedSo(other.name)) return false;
    isNameEnough ??=
      new Set(
        listed.flatMap((one) => (one.numberMark && isNamedSo(one.name) ? one.numberMark : [])),
      ).size < 2;
    return isNameEnough;
  };
}

/** A name as it is compared: without case, width and runs of blanks; empty when not given. */
export function plainName(name: string | null): string {
  return plainText(name);
}

/** The digits of a number; empty when not given. */
export function plainPhone(phone: string | null): string {
  return (phone ?? '').replace(/\D/g, '');
}
