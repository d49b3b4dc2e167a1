import type { CredentialKey, CredentialStore } from './credential-store.ts';
import { credentialAccount, longestSecret } from './credential-store.ts';

/** Secrets for as long as the process lives: the demo, and a session started by launch options. */
export class InMemoryCredentialStore implements CredentialStore {
  // Private, so that nothing that prints an object prints a secret.
  readonly #secrets = new Map<string, string>();

  async read(key: CredentialKey): Promise<string | null> {
    return this.#secrets.get(credentialAccount(key)) ?? null;
  }

  async write(key: CredentialKey, clientSecret: string): Promise<void> {
    if (clientSecret.length > longestSecret) throw new RangeError('secret too long for a keychain');
    this.#secrets.set(credentialAccount(key), clientSecret);
  }

  async erase(key: CredentialKey): Promise<void> {
    this.#secrets.delete(credentialAccount(key));
  }
}
