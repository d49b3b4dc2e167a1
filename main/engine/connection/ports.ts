import type { ConnectionOptions } from '../../../core/delivery/connection-options.ts';
import type { ConnectionTest } from '../../../core/delivery/connection.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { ContractNoteEntry } from '../../../core/wire/contract-notes.ts';
import type { OrderSource } from '../watch/ports.ts';

/** A connection as it is stored: everything but the secret. */
export interface ConnectionProfile {
  /** Normalised: no trailing slash, https, or http for loopback. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** Default: the contract's own. */
  readonly options?: ConnectionOptions;
}

/** Where the notes about the answers of a service are kept. */
export interface ContractNoteStore {
  load(baseUrl: string): readonly ContractNoteEntry[];
  /** @throws when nothing could be written */
  save(baseUrl: string, entries: readonly ContractNoteEntry[]): void;
  /** Erases the notes of every other service; null erases all. */
  keepOnly(baseUrl: string | null): void;
}

/** Where the profile is kept between starts. */
export interface ProfileStore {
  load(): ConnectionProfile | null;
  save(profile: ConnectionProfile): void;
  clear(): void;
}

/** A link to one service with one set of credentials. */
export interface DeliveryLink extends OrderSource {
  close(): Promise<void>;
}

/** Opens links to services and tests connections; fits main/delivery. */
export interface DeliveryOpener {
  /** @param isStored the secret is in the keychain, so the token may be kept there too. Default: it is not */
  open(profile: ConnectionProfile, clientSecret: string, isStored?: boolean): DeliveryLink;
  /**
   * Says why a connection cannot be tried as it is, such as a certificate file that is not there, in a
   * sentence for the dispatcher; null when it can.
   */
  refusal(profile: ConnectionProfile): string | null;
  /** Never throws for the outside's failures: they are steps of the test. */
  test(
    profile: ConnectionProfile,
    clientSecret: string,
    progress: (test: ConnectionTest) => void,
    signal: AbortSignal,
  ): Promise<ConnectionTest>;
}

/** A delivery service of this computer's own, with orders to watch. */
export interface DemoService {
  /** http on loopback. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly orders: readonly { readonly id: OrderId; readonly label: string | null }[];
  stop(): Promise<void>;
}

/** Starts one; rejects when it cannot be started. */
export type StartDemoService = () => Promise<DemoService>;
