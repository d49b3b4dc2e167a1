import { hash } from 'node:crypto';
import { type KeptToken, keptTokenSchema } from '../../../core/delivery/kept-token.ts';
import {
  type CredentialKey,
  type CredentialStore,
  longestSecret,
  tokenKey,
} from './credential-store.ts';

/**
 * Keeps the access token of one connection beside its secret, so that a restart asks for none. A token that
 * is too long for every keychain is not kept.
 */
export class KeychainTokenKeeper {
  readonly #secrets: CredentialStore;
  readonly #key: CredentialKey;
  readonly #usedWith: string;

  /** @param usedWith what the token belongs to, the secret among it: with anything else it is not used */
  constructor(secrets: CredentialStore, key: CredentialKey, usedWith: readonly unknown[]) {
    this.#secrets = secrets;
    this.#key = tokenKey(key);
    this.#usedWith = hash('sha256', JSON.stringify(usedWith), 'hex').slice(0, 32);
  }

  /** @returns null when none is kept, or one that belongs to another secret. @throws CredentialStoreError */
  async read(): Promise<KeptToken | null> {
    const text = await this.#secrets.read(this.#key);
    if (text === null || !text.startsWith(this.#usedWith)) return null;
    try {
      return keptTokenSchema.parse(JSON.parse(text.slice(this.#usedWith.length)));
    } catch {
      return null; // Written by another version, or by hand.
    }
  }

  /** @throws CredentialStoreError */
  async write(token: KeptToken): Promise<void> {
    const text = this.#usedWith + JSON.stringify(token);
    if (text.length > longestSecret) await this.erase();
    else await this.#secrets.write(this.#key, text);
  }

  /** @throws CredentialStoreError */
  erase(): Promise<void> {
    return this.#secrets.erase(this.#key);
  }
}
