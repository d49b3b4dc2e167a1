import type { ConnectionTest } from '../../core/connection.ts';
import type { KeychainFault } from '../../core/connection.ts';
import type { OrderSource } from '../watch/ports.ts';

/** A connection as it is stored: everything but the secret. */
export interface ConnectionProfile {
  /** Normalised: no trailing slash, https, or http for loopback. */
  readonly baseUrl: string;
  readonly clientId: string;
}

/** Where the profile is kept between starts. */
export interface ProfileStore {
  load(): ConnectionProfile | null;
  save(profile: ConnectionProfile): void;
  clear(): void;
}

/** Where secrets are kept; fits main/credentials. */
export interface SecretStore {
  read(key: ConnectionProfile): Promise<string | null>;
  write(key: ConnectionProfile, clientSecret: string): Promise<void>;
  erase(key: ConnectionProfile): Promise<void>;
}

/** Tells which fault of the keychain an error of {@link SecretStore} stands for. */
export type ReadKeychainFault = (error: unknown) => KeychainFault;

/** An open way to one service with one set of credentials. */
export interface DeliveryLink extends OrderSource {
  close(): Promise<void>;
}

/** Opens the way to a service, and tests one; fits main/delivery. */
export interface DeliveryOpener {
  open(profile: ConnectionProfile, clientSecret: string): DeliveryLink;
  /** Never throws for the outside's failures: they are steps of the test. */
  test(
    profile: ConnectionProfile,
    clientSecret: string,
    progress: (test: ConnectionTest) => void,
    signal: AbortSignal,
  ): Promise<ConnectionTest>;
}
