import type { DeliveryFailureCode } from '../delivery/delivery-failure.ts';

/**
 * Whether we can see at all. One state for the whole desk: when the network, the credentials, the
 * quota or the keychain fails, that is one fact, not forty failing orders.
 */
export type Sight =
  | { readonly state: 'clear' }
  | {
      readonly state: 'blind';
      readonly cause: DeliveryFailureCode;
      readonly httpStatus: number | null;
      /** When the last good answer came or, if none came, since when we have been trying. */
      readonly sinceMs: number;
      /** When the next attempt is due; null when only the user can change something. */
      readonly retryAtMs: number | null;
    };
