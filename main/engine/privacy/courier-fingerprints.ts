import { createHmac } from 'node:crypto';
import { plainName, plainPhone } from '../../../core/order/courier-identity.ts';
import { isMasked, tellingDigits } from '../../../core/order/partial-text.ts';
import type { Courier, CourierFingerprint } from '../../../core/order/order.ts';

/**
 * How much of the hash is kept: 16 bits. Two couriers are taken for one once in 65,536 times, while some
 * 1,500 of the hundred million numbers of eight digits have the same fingerprint. So a fingerprint does
 * not give the number away, even with the salt, which is in the same file.
 */
const keptHexDigits = 4;

/**
 * Makes the fingerprint of a courier, which is kept after the name and number are erased.
 *
 * @param salt drawn once per installation, so that fingerprints of two computers cannot be compared
 */
export function courierFingerprints(salt: string): (courier: Courier) => CourierFingerprint {
  const fingerprint = (
    kind: 'name' | 'phone',
    plain: string,
    given: string | null,
  ): string | null =>
    // What is shown in part agrees with many, and a hash of it with none.
    plain === '' || isMasked(given ?? '') ? null : shortHash(salt, `${kind}\0${plain}`);
  return (courier) => ({
    name: fingerprint('name', plainName(courier.name), courier.name),
    phone: fingerprint('phone', plainPhone(courier.phoneNumber), courier.phoneNumber),
  });
}

/**
 * Makes the marks by which the window tells couriers of one name apart, without their numbers. A mark is not stored.
 *
 * @param salt as for {@link courierFingerprints}: with it a number cannot be found from its mark in the window
 */
export function courierNumberMarks(salt: string): (phoneNumber: string | null) => string | null {
  return (phoneNumber) => {
    const digits = tellingDigits(phoneNumber);
    return digits === '' ? null : shortHash(salt, digits);
  };
}

function shortHash(salt: string, text: string): string {
  return createHmac('sha256', salt).update(text).digest('hex').slice(0, keptHexDigits);
}
