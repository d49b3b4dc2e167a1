import { hash } from 'node:crypto';
import type { KeychainFault } from '../../../core/delivery/connection.ts';

/** Names a secret: there is one per service address and client ID. */
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

/** What a failure of the keychain is called. */
export function keychainFault(error: unknown): KeychainFault {
  return error instanceof CredentialStoreError ? error.fault : 'failed';
}

/**
 * Where client secrets are kept. Never a file, never the kernel's keyring, never plain text.
 *
 * Every call ends within a few seconds: a keychain whose prompt is not answered is a `timeout`, not a
 * hang.
 */
export interface CredentialStore {
  /**
   * @returns null when nothing is stored under this key
   * @throws CredentialStoreError
   */
  read(key: CredentialKey): Promise<string | null>;
  /** @throws CredentialStoreError */
  write(key: CredentialKey, clientSecret: string): Promise<void>;
  /**
   * Erasing what is not there is no error.
   *
   * @throws CredentialStoreError
   */
  erase(key: CredentialKey): Promise<void>;
}

/** Names the entry of the access token beside that of the secret; no base URL has a fragment. */
export function tokenKey({ baseUrl, clientId }: CredentialKey): CredentialKey {
  return { baseUrl: `${baseUrl}#token`, clientId };
}

/**
 * The longest secret that every keychain accepts: Windows stores 2,560 bytes of UTF-16
 * (https://github.com/danieljoos/wincred/issues/18).
 */
export const longestSecret = 1200;

/**
 * The account of an entry: the host for people, a digest for exactness. Windows cuts user names at
 * 512 characters, so neither the whole base URL nor the client ID can be in it as they are.
 */
export function credentialAccount({ baseUrl, clientId }: CredentialKey): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host.slice(0, 200) : 'unknown host';
  const digest = hash('sha256', JSON.stringify([baseUrl, clientId]), 'hex').slice(0, 32);
  return `${host} (${digest})`;
}
