import type { DeliveryFailureCode } from '../delivery/delivery-failure.ts';

/**
 * Whether the service answers. One state for all orders: when the network, the credentials, the quota
 * or the keychain fails, that is one fact and not a failure of each order.
 */
export type ServiceHealth =
  | { readonly state: 'reachable' }
  | {
      readonly state: 'unreachable';
      readonly cause: DeliveryFailureCode;
      readonly httpStatus: number | null;
      /** When the last good answer came or, if none came, since when we have been trying. */
      readonly sinceMs: number;
      /** When the next attempt is due; null while the keychain gives no secret to make one with. */
      readonly retryAtMs: number | null;
    };

/** Until when the service asks for a pause, in milliseconds since 1970; null while it asks for none. */
export function servicePauseUntilMs(health: ServiceHealth): number | null {
  return health.state === 'unreachable' && health.cause === 'rate-limited'
    ? health.retryAtMs
    : null;
}

/** A pause that is over sooner leaves what is known the present. */
const shortPauseMs = 60_000;

/** Whether what is known may be old, because the service does not answer. */
export function isOutOfContact(health: ServiceHealth): boolean {
  if (health.state === 'reachable') return false;
  const pausedUntilMs = servicePauseUntilMs(health);
  return pausedUntilMs === null || pausedUntilMs - health.sinceMs >= shortPauseMs;
}

/** The service while nothing can be asked of it, with the cause and since when. */
export type UnreachableService = Extract<ServiceHealth, { readonly state: 'unreachable' }>;
