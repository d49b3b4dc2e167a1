import type { KeychainFault } from '../../core/delivery/connection.ts';

/** Which secret: one per service address and client ID. */
export interface CredentialKey {
  readonly baseUrl: string;
  readonly clientId: string;
}

/** The keychain could not do what was asked. Decide on `fault`; the message names no secret. */
export class CredentialStoreError extends Error {
  override readonly name = 'CredentialStoreError';
  readonly fault: KeychainFault;

  constructor(fault: KeychainFault, options?: { readonly cause?: unknown }) {
    super(`keychain ${fault}`, options);
    this.fault = fault;
  }
}

/**
 * Where client secrets are kept. Never a file, never the kernel's keyring, never plain text.
 *
 * Every call ends within a few seconds: a keychain that waits for a prompt nobody answers is a
 * `timeout`, not a hang.
 */
export interface CredentialStore {
  /** @returns null when nothing is stored under this key
   * @throws CredentialStoreError */
  read(key: CredentialKey): Promise<string | null>;
  /** @throws CredentialStoreError */
  write(key: CredentialKey, clientSecret: string): Promise<void>;
  /** Erasing what is not there is no error.
   * @throws CredentialStoreError */
  erase(key: CredentialKey): Promise<void>;
}
