import { expect, test } from 'vitest';
import type { DeliveryFailureCode } from '../../../../core/delivery/delivery-failure.ts';
import {
  isOutOfContact,
  type ServiceHealth,
  servicePauseUntilMs,
} from '../../../../core/watch/service-health.ts';

const since = { state: 'unreachable', httpStatus: null, sinceMs: 1000 } as const;

function away(cause: DeliveryFailureCode, retryAtMs: number | null): ServiceHealth {
  return { ...since, cause, retryAtMs };
}

test.each<[string, ServiceHealth, number | null, boolean]>([
  ['the service answers', { state: 'reachable' }, null, false],
  ['it asks for a short pause', away('rate-limited', 60_999), 60_999, false],
  ['it asks for a pause of a minute', away('rate-limited', 61_000), 61_000, true],
  ['it fails', away('service-failing', 2000), null, true],
  ['nothing is tried', away('keychain-unavailable', null), null, true],
])(
  '%s: until when it pauses, and whether what is known may be old',
  (_what, health, untilMs, isOut) => {
    expect(servicePauseUntilMs(health)).toBe(untilMs);
    expect(isOutOfContact(health)).toBe(isOut);
  },
);
