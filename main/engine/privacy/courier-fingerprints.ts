import { createHmac } from 'node:crypto';
import { plainName, plainPhone } from '../../../core/order/courier-identity.ts';
import { isMasked } from '../../../core/order/partial-text.ts';
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
    plain === '' || isMasked(given ?? '')
      ? null
      : createHmac('sha256', salt)
          .update(`${kind}\0${plain}`)
          .digest('hex')
          .slice(0, keptHexDigits);
  return (courier) => ({
    name: fingerprint('name', plainName(courier.name), courier.name),
    phone: fingerprint('phone', plainPhone(courier.phoneNumber), courier.phoneNumber),
  });
}
