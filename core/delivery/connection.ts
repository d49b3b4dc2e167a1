import type { DeliveryFailureCode } from './delivery-failure.ts';

/** Why credentials cannot be read from or written to the system's keychain. */
export const keychainFaults = ['locked', 'missing', 'denied', 'timeout', 'failed'] as const;

export type KeychainFault = (typeof keychainFaults)[number];

/**
 * Which delivery service this installation talks to. The client secret is never part of it: it lives in the
 * keychain and in the main process only.
 */
export type ConnectionState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'connected';
      readonly baseUrl: string;
      readonly clientId: string;
      /** The built-in demo service of this computer. */
      readonly isDemo: boolean;
      /** The secret is in memory alone, because that was chosen: the next start knows none. */
      readonly isSessionOnly?: true;
    }
  | {
      /** A connection is set up, but its secret cannot be had from the keychain at the moment. */
      readonly kind: 'keychainBlocked';
      readonly baseUrl: string;
      readonly clientId: string;
      readonly fault: KeychainFault | 'secretAbsent';
    };

/** A connection whose secret cannot be had. */
export type BlockedConnection = Extract<ConnectionState, { readonly kind: 'keychainBlocked' }>;

/** The three things that a connection test finds out, in this order. */
export type ConnectionStepName = 'reach' | 'certificate' | 'token';

export type ConnectionStep =
  | { readonly name: ConnectionStepName; readonly state: 'waiting' }
  | {
      readonly name: ConnectionStepName;
      readonly state: 'running';
      readonly startedAtMs: number;
      readonly timeoutMs: number;
    }
  | {
      readonly name: ConnectionStepName;
      readonly state: 'passed';
      readonly elapsedMs: number;
      /** A short fact such as "TLS 1.3", "Not encrypted, this computer only" or "Valid for 60 min". */
      readonly detail: string | null;
    }
  | {
      readonly name: ConnectionStepName;
      readonly state: 'failed';
      readonly elapsedMs: number;
      readonly code: DeliveryFailureCode;
      readonly httpStatus: number | null;
      /** What the dispatcher reads: what happened, what to check. */
      readonly message: string;
    };

/** The state of a connection test: always the three steps, in order. */
export interface ConnectionTest {
  readonly steps: readonly [ConnectionStep, ConnectionStep, ConnectionStep];
}
