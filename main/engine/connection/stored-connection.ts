import type { KeychainFault } from '../../../core/delivery/connection.ts';
import type { Localisation } from '../../../core/text/language.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { RefusalTexts } from '../../../core/bridge/refusal-texts.ts';
import type { Result } from '../../../core/text/result.ts';
import { type CredentialStore, keychainFault, tokenKey } from '../credentials/credential-store.ts';
import type { ConnectionProfile, ProfileStore } from './ports.ts';

/** Why nothing was done, for the dispatcher. The message names no secret. */
export interface ConnectionRefusal {
  readonly code:
    | 'base-url-refused'
    | 'ca-file-refused'
    | 'options-refused'
    | 'keychain-failed'
    | 'storage-failed'
    | 'demo-failed';
  readonly message: string;
}

export interface StoredConnectionOptions {
  readonly profiles: ProfileStore;
  readonly secrets: CredentialStore;
  /** Whether the keychain is locked, asked without raising a prompt; null where that cannot be told. */
  readonly isKeychainLocked?: () => Promise<boolean | null>;
  /** English unless given. */
  readonly localisation?: Localisation;
}

/**
 * The connection that outlives the process: the profile in our own store, its secret in the keychain,
 * both or neither.
 */
export class StoredConnection {
  readonly #options: StoredConnectionOptions;

  constructor(options: StoredConnectionOptions) {
    this.#options = options;
  }

  profile(): ConnectionProfile | null {
    return this.#options.profiles.load();
  }

  /** @returns null when the keychain is open and holds no secret for this profile */
  async secret(profile: ConnectionProfile): Promise<Result<string | null, KeychainFault>> {
    try {
      const secret = await this.#options.secrets.read(profile);
      // Some keychains do not find what is locked.
      const isLocked = secret === null && (await this.isLocked()) === true;
      return isLocked ? { ok: false, failure: 'locked' } : { ok: true, value: secret };
    } catch (error) {
      return { ok: false, failure: keychainFault(error) };
    }
  }

  /** Whether the keychain is locked, asked without raising a prompt; null where that cannot be told. */
  isLocked(): Promise<boolean | null> {
    return this.#options.isKeychainLocked?.() ?? Promise.resolve(null);
  }

  /**
   * Stores the secret, then the profile; when the second fails the first is taken back.
   *
   * @param newSecret null when the stored secret is the one in use
   */
  async store(
    profile: ConnectionProfile,
    newSecret: string | null,
  ): Promise<ConnectionRefusal | null> {
    const { profiles, secrets } = this.#options;
    const before = profiles.load();
    const isSameKey =
      before !== null && before.baseUrl === profile.baseUrl && before.clientId === profile.clientId;
    let earlierSecret: string | null = null;
    if (newSecret !== null) {
      try {
        earlierSecret = isSameKey ? await secrets.read(profile) : null;
        await secrets.write(profile, newSecret);
      } catch (error) {
        return this.#keychainRefusal(error);
      }
    }
    try {
      profiles.save(profile);
    } catch {
      if (newSecret !== null) await this.#revert(profile, earlierSecret);
      return this.#storageRefusal();
    }
    if (isSameKey && newSecret !== null) await this.eraseToken(before);
    // The secret of the previous connection is not needed any more; if it cannot be erased, it stays.
    if (before !== null && !isSameKey) await secrets.erase(before).catch(() => undefined);
    return null;
  }

  /** Erases token and secret first: a profile without a secret can be seen, a secret without a profile cannot. */
  async erase(): Promise<ConnectionRefusal | null> {
    const profile = this.#options.profiles.load();
    if (profile === null) return null;
    try {
      await this.#options.secrets.erase(tokenKey(profile));
      await this.#options.secrets.erase(profile);
    } catch (error) {
      return this.#keychainRefusal(error);
    }
    try {
      this.#options.profiles.clear();
    } catch {
      return this.#storageRefusal();
    }
    return null;
  }

  /** Erases the token that is kept for a connection, if the keychain lets it. */
  async eraseToken(profile: ConnectionProfile): Promise<void> {
    await this.#options.secrets.erase(tokenKey(profile)).catch(() => undefined);
  }

  async #revert(profile: ConnectionProfile, earlierSecret: string | null): Promise<void> {
    const { secrets } = this.#options;
    const undone =
      earlierSecret === null ? secrets.erase(profile) : secrets.write(profile, earlierSecret);
    await undone.catch(() => undefined);
  }

  get #texts(): RefusalTexts {
    return refusalTextsIn[this.#options.localisation?.current.language ?? 'en'];
  }

  #storageRefusal(): ConnectionRefusal {
    return { code: 'storage-failed', message: this.#texts.connectionNotWritten };
  }

  #keychainRefusal(error: unknown): ConnectionRefusal {
    const message = this.#texts.keychain[keychainFault(error)];
    return { code: 'keychain-failed', message };
  }
}
