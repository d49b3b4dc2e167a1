import { expect, test } from 'vitest';
import type { DeliveryFailureCode } from '../../../../core/delivery/delivery-failure.ts';
import {
  isOutOfContact,
  type ServiceHealth,
  servicePauseUntilMs,
  type UnreachableService,
} from '../../../../core/watch/service-health.ts';

const since = { state: 'unreachable', httpStatus: null, sinceMs: 1000 } as const;

function away(cause: DeliveryFailureCode, retryAtMs: number | null): UnreachableService {
  return { ...since, cause, retryAtMs };
}

function ownRetry(retryAtMs: number): ServiceHealth {
  return { ...away('rate-limited', retryAtMs), isOwnRetry: true };
}

test.each<[string, ServiceHealth, number | null, boolean]>([
  ['the service answers', { state: 'reachable' }, null, false],
  ['it asks for a short pause', away('rate-limited', 60_999), 60_999, false],
  ['it asks for a pause of a minute', away('rate-limited', 61_000), 61_000, true],
  ['it asks for a pause and names no end', ownRetry(60_999), null, false],
  ['it names none and the next try is a minute away', ownRetry(61_000), null, true],
  ['it fails', away('service-failing', 2000), null, true],
  ['nothing is tried', away('keychain-unavailable', null), null, true],
])(
  '%s: until when it pauses, and whether what is known may be old',
  (_what, health, untilMs, isOut) => {
    expect(servicePauseUntilMs(health)).toBe(untilMs);
    expect(isOutOfContact(health)).toBe(isOut);
  },
);
