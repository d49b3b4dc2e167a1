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
      /** The service asked for a pause and named another end, or none: the time of the next attempt is our own. */
      readonly isOwnRetry?: true;
    };

/** Until when the service asks for a pause, in milliseconds since 1970; null while it names no such time. */
export function servicePauseUntilMs(health: ServiceHealth): number | null {
  return isLimited(health) && health.isOwnRetry !== true ? health.retryAtMs : null;
}

function isLimited(health: ServiceHealth): health is UnreachableService {
  return health.state === 'unreachable' && health.cause === 'rate-limited';
}

/** A pause that is over sooner leaves what is known the present. */
export const shortPauseMs = 60_000;

/** From then on a pause that the service asks for is a loss of contact like any other. */
export const pauseIsLossAfterMs = 5 * 60_000;

/** Whether what is known may be old, because the service does not answer. */
export function isOutOfContact(health: ServiceHealth): boolean {
  if (health.state === 'reachable') return false;
  if (!isLimited(health) || health.retryAtMs === null) return true;
  return health.retryAtMs - health.sinceMs >= shortPauseMs;
}

/** The service while nothing can be asked of it, with the cause and since when. */
export type UnreachableService = Extract<ServiceHealth, { readonly state: 'unreachable' }>;
