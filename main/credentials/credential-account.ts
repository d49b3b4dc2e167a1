import { hash } from 'node:crypto';
import type { CredentialKey } from './credential-store.ts';

/** The service name of all our entries, as a keychain shows it to people. */
export const credentialService = 'Waybell';

/**
 * The longest secret that every keychain takes: Windows stores 2,560 bytes of UTF-16
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
