import type { KeychainFault } from '../../../core/delivery/connection.ts';
import type { Clock } from '../../../core/clock.ts';
import {
  credentialAccount,
  CredentialStoreError,
  longestSecret,
  type CredentialKey,
  type CredentialStore,
} from './credential-store.ts';

/** One entry of the system's keychain; `AsyncEntry` of @napi-rs/keyring fits it. */
export interface KeychainEntry {
  getPassword(): Promise<string | null>;
  setPassword(password: string): Promise<void>;
  deleteCredential(): Promise<boolean>;
}

/** Opens the entry of an account. Rejects or throws when there is no keychain. */
export type OpenKeychainEntry = (service: string, account: string) => Promise<KeychainEntry>;

/** The name of all our entries, as a keychain shows it to people. */
const serviceName = 'Waybell';

export interface KeychainCredentialStoreOptions {
  readonly clock: Pick<Clock, 'schedule'>;
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
 * services, for one that it cannot show. So null is no proof: a caller that knows that a secret was
 * stored has to treat it as a secret that cannot be read.
 */
export class KeychainCredentialStore implements CredentialStore {
  readonly #clock: KeychainCredentialStoreOptions['clock'];
  readonly #openEntry: OpenKeychainEntry;
  readonly #timeoutMs: number;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(options: KeychainCredentialStoreOptions) {
    this.#clock = options.clock;
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
    const cancel = this.#clock.schedule(() => {
      isOver = true;
      outcome.reject(new CredentialStoreError('timeout'));
    }, this.#timeoutMs);
    const run = async (): Promise<void> => {
      if (isOver) return;
      try {
        const entry = await this.#openEntry(serviceName, credentialAccount(key));
        outcome.resolve(await act(entry));
      } catch (error) {
        outcome.reject(new CredentialStoreError(faultOfEntry(error), { cause: error }));
      } finally {
        cancel();
      }
    };
    this.#previous = this.#previous.then(run);
    return outcome.promise;
  }
}

const foreignLibraries = ['NAPI_RS_NATIVE_LIBRARY_PATH', 'NAPI_RS_FORCE_WASI'];

/**
 * On Linux the Secret Service or nothing: by default the package falls back to the kernel's keyring,
 * which forgets everything at the next start (https://github.com/Brooooooklyn/keyring-node/pull/142).
 */
async function openSystemEntry(service: string, account: string): Promise<KeychainEntry> {
  // The package would load any file that these name in place of its own library.
  for (const name of foreignLibraries) delete process.env[name];
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
}

/**
 * The error messages of the platforms; the first match wins. @napi-rs/keyring gives every failure the same
 * code (`GenericFailure`), so here, and only here, the text decides: docs/adr/0001-keychain-package.md.
 * An unknown text is `failed`, which is safe, only less helpful.
 */
const messages: readonly (readonly [RegExp, KeychainFault])[] = [
  // Linux: the service is there and its collection is locked, or the prompt could not be answered.
  [/prompt was dismissed|is ?locked|locked collection|cannot get secret of a locked/i, 'locked'],
  // macOS: errSecInteractionNotAllowed and errSecUserCanceled / errSecAuthFailed.
  [/interaction is not allowed/i, 'locked'],
  [
    /user canceled|authorization|authentication|access (?:is )?denied|accessdenied|not permitted/i,
    'denied',
  ],
  // Linux: no bus, nothing on the bus, or a service without any collection to store in.
  [/serviceunknown|was not provided by any|dbus_session_bus_address|autolaunch/i, 'missing'],
  [/no result found|no such (?:secret )?collection|unknownobject/i, 'missing'],
  [
    /no such file or directory|connection refused|failed to connect|platform failure: dbus/i,
    'missing',
  ],
  [/timed? ?out|noreply/i, 'timeout'],
];

/** Which fault of the keychain an error of @napi-rs/keyring stands for. */
export function faultOfEntry(error: unknown): KeychainFault {
  const text = error instanceof Error ? error.message : '';
  return messages.find(([message]) => message.test(text))?.[1] ?? 'failed';
}
