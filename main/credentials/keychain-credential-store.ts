import { credentialAccount, credentialService, longestSecret } from './credential-account.ts';
import {
  CredentialStoreError,
  type CredentialKey,
  type CredentialStore,
} from './credential-store.ts';
import { keychainFault } from './keychain-fault.ts';

/** One entry of the system's keychain; `AsyncEntry` of @napi-rs/keyring fits it. */
export interface KeychainEntry {
  getPassword(): Promise<string | null>;
  setPassword(password: string): Promise<void>;
  deleteCredential(): Promise<boolean>;
}

/** Opens the entry of an account. Rejects or throws when there is no keychain. */
export type OpenKeychainEntry = (service: string, account: string) => Promise<KeychainEntry>;

export interface KeychainCredentialStoreOptions {
  /** Calls `run` once after `delayMs`; the answer cancels it. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  /** Default: the system's keychain. */
  readonly openEntry?: OpenKeychainEntry;
  /** Default 5,000 ms. */
  readonly timeoutMs?: number;
}

/**
 * Secrets in the system's keychain: Keychain on macOS, Credential Manager on Windows, the Secret
 * Service on Linux.
 *
 * One call at a time, because each holds a thread while the keychain waits for a person to answer its
 * prompt, and with a time limit of our own, because such a call cannot be cancelled: it keeps its
 * place until it ends, and calls behind it end as `timeout` without ever having begun.
 *
 * A locked Secret Service answers "nothing stored" for an entry that does not exist and, in some
 * services, for one that it cannot show. A null is therefore no proof: who knows that a secret was
 * stored has to treat it as a secret that cannot be had.
 */
export class KeychainCredentialStore implements CredentialStore {
  readonly #schedule: KeychainCredentialStoreOptions['schedule'];
  readonly #openEntry: OpenKeychainEntry;
  readonly #timeoutMs: number;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(options: KeychainCredentialStoreOptions) {
    this.#schedule = options.schedule;
    this.#openEntry = options.openEntry ?? openSystemEntry;
    this.#timeoutMs = options.timeoutMs ?? 5000;
  }

  read(key: CredentialKey): Promise<string | null> {
    return this.#call(key, (entry) => entry.getPassword());
  }

  async write(key: CredentialKey, clientSecret: string): Promise<void> {
    if (clientSecret.length > longestSecret) throw new RangeError('secret too long for a keychain');
    await this.#call(key, (entry) => entry.setPassword(clientSecret));
  }

  async erase(key: CredentialKey): Promise<void> {
    await this.#call(key, (entry) => entry.deleteCredential());
  }

  #call<Answer>(
    key: CredentialKey,
    act: (entry: KeychainEntry) => Promise<Answer>,
  ): Promise<Answer> {
    const outcome = Promise.withResolvers<Answer>();
    let isOver = false;
    const cancel = this.#schedule(() => {
      isOver = true;
      outcome.reject(new CredentialStoreError('timeout'));
    }, this.#timeoutMs);
    const run = async (): Promise<void> => {
      if (isOver) return;
      try {
        const entry = await this.#openEntry(credentialService, credentialAccount(key));
        outcome.resolve(await act(entry));
      } catch (error) {
        outcome.reject(new CredentialStoreError(keychainFault(error), { cause: error }));
      } finally {
        cancel();
      }
    };
    this.#previous = this.#previous.then(run);
    return outcome.promise;
  }
}

/**
 * On Linux the Secret Service or nothing: left alone, the package falls back to the kernel's keyring,
 * which forgets everything at the next start (https://github.com/Brooooooklyn/keyring-node/pull/142).
 */
async function openSystemEntry(service: string, account: string): Promise<KeychainEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
}
