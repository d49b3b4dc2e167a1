import type { ConnectionDraft } from '../../../core/bridge/bridge.ts';
import {
  defaultConnectionOptions,
  type ConnectionOptions,
} from '../../../core/delivery/connection-options.ts';
import type { ConnectionState, ConnectionTest } from '../../../core/delivery/connection.ts';
import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import { maxStatusMeanings, optionFaultText } from '../../../core/delivery/option-fault.ts';
import { changedMeanings } from '../../../core/delivery/status-meanings.ts';
import type { KnownPhase } from '../../../core/order/order.ts';
import type { Language } from '../../../core/text/language.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { Result } from '../../../core/text/result.ts';
import type { CheckAnswer, OrderSource } from '../watch/ports.ts';
import type {
  ConnectionProfile,
  DeliveryLink,
  DeliveryOpener,
  DemoService,
  StartDemoService,
} from './ports.ts';
import {
  StoredConnection,
  type ConnectionRefusal,
  type StoredConnectionOptions,
} from './stored-connection.ts';

export interface ConnectionServiceOptions extends StoredConnectionOptions {
  readonly opener: DeliveryOpener;
  readonly parseBaseUrl: (text: string) => Result<string, { readonly message: string }>;
  readonly startDemoService: StartDemoService;
  /** Another service, other credentials, a blocked keychain, or a retry that the dispatcher asked for. */
  readonly changed: (state: ConnectionState) => void;
}

/** What a link is opened with. The secret stays in here. */
interface Credentials {
  readonly profile: ConnectionProfile;
  readonly clientSecret: string;
  /** Set for the built-in demo, which ends with the session. */
  readonly demo: DemoService | null;
  /**
   * Whether a restart makes this connection again; `onceAccepted`: it will be stored as soon as the
   * service accepts it.
   */
  readonly isStored: boolean | 'onceAccepted';
}

interface Session extends Credentials {
  readonly link: DeliveryLink;
}

/** A draft with everything that is needed to connect. */
interface FilledDraft {
  readonly profile: ConnectionProfile;
  readonly clientSecret: string;
  /**
   * What is stored once the service accepts it: nothing, everything, or everything but the secret, which
   * the keychain holds already.
   */
  readonly keeping: 'session' | 'newSecret' | 'storedSecret';
}

const noConnection: ConnectionState = { kind: 'none' };

/**
 * The service that is connected, and the orders of that service. There is one connection at a time;
 * everything that changes it happens one after the other.
 *
 * The watcher does not notice when credentials are replaced: a check that was under way over the old link
 * is repeated over the new one.
 */
export class ConnectionService implements OrderSource {
  readonly #options: ConnectionServiceOptions;
  readonly #stored: StoredConnection;
  #state: ConnectionState = noConnection;
  #session: Session | null = null;
  /** The last change that was begun; settles when it is over, well or not. */
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #retrying: Promise<void> | null = null;

  constructor(options: ConnectionServiceOptions) {
    this.#options = options;
    this.#stored = new StoredConnection(options);
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The connection in use; null before there is one. */
  get profile(): ConnectionProfile | null {
    if (this.#state.kind === 'none') return null;
    const { baseUrl, clientId } = this.#state;
    return { baseUrl, clientId, options: this.options };
  }

  /** The options of the connection in use or, without one, of the stored one, or the defaults. */
  get options(): ConnectionOptions {
    const profile = this.#session?.profile ?? this.#stored.profile();
    return profile?.options ?? defaultConnectionOptions;
  }

  /**
   * Makes the stored connection. While its secret is being read the connection counts as made, and
   * checks wait for it. A keychain that gives nothing blocks the connection, not the start.
   */
  start(): Promise<void> {
    // Nothing is awaited before `#last` is set: a check right after this call already waits for it.
    const profile = this.#stored.profile();
    if (profile === null) return Promise.resolve();
    const run = this.#adopt(profile);
    this.#last = run.catch(() => undefined);
    return run;
  }

  /**
   * @throws DeliveryError with a code of the closed union; `keychain-unavailable` while there are no
   *   credentials to ask with
   */
  check(id: OrderId, signal: AbortSignal): Promise<CheckAnswer> {
    const session = this.#session;
    if (session === null || signal.aborted) return this.#checkOnceConnected(id, signal);
    // Without `await`, because this runs at every check.
    return session.link.check(id, signal).then(
      (answer) => (this.#stands(session, signal) ? answer : this.check(id, signal)),
      (error: unknown) => {
        if (this.#stands(session, signal)) throw error;
        return this.check(id, signal);
      },
    );
  }

  forget(id: OrderId): void {
    this.#session?.link.forget(id);
  }

  /** Whether a draft, whose test passed, has the credentials of the connection that is set up. */
  isSetUp({ baseUrl, clientId, clientSecret }: ConnectionDraft): boolean {
    const state = this.#state;
    if (state.kind === 'none') return false;
    const parsed = this.#options.parseBaseUrl(baseUrl);
    if (!parsed.ok || parsed.value !== state.baseUrl || clientId !== state.clientId) return false;
    return clientSecret === null || clientSecret === this.#session?.clientSecret;
  }

  /** Tries a connection without changing anything. */
  async test(
    draft: ConnectionDraft,
    progress: (test: ConnectionTest) => void,
    signal: AbortSignal,
  ): Promise<Result<ConnectionTest, ConnectionRefusal>> {
    const filled = await this.#filled(draft);
    if (!filled.ok) return filled;
    const { profile, clientSecret } = filled.value;
    const test = await this.#options.opener.test(profile, clientSecret, progress, signal);
    return { ok: true, value: test };
  }

  /**
   * Tries a connection, stores it when it works and switches over to it. A connection for this process
   * alone stays unstored when only its options change; it is stored when its secret is entered again.
   *
   * @returns null once it is stored and in use; the test when it did not pass, and nothing was stored
   */
  save(
    draft: ConnectionDraft,
    progress: (test: ConnectionTest) => void,
    signal: AbortSignal,
  ): Promise<Result<ConnectionTest | null, ConnectionRefusal>> {
    return this.#oneByOne(async () => {
      const filled = await this.#filled(draft);
      if (!filled.ok) return filled;
      const { profile, clientSecret, keeping } = filled.value;
      const test = await this.#options.opener.test(profile, clientSecret, progress, signal);
      if (!test.steps.every((step) => step.state === 'passed')) return { ok: true, value: test };
      signal.throwIfAborted();
      const isStored = keeping !== 'session';
      const newSecret = keeping === 'newSecret' ? clientSecret : null;
      const before = this.#stored.profile();
      const refusal = isStored ? await this.#stored.store(profile, newSecret) : null;
      if (refusal !== null) return { ok: false, failure: refusal };
      await this.#switchTo({ profile, clientSecret, demo: null, isStored });
      const isReplaced =
        before?.baseUrl !== profile.baseUrl || before.clientId !== profile.clientId;
      if (isStored && before !== null && isReplaced) await this.#stored.eraseToken(before);
      return { ok: true, value: null };
    });
  }

  /**
   * Connects for as long as the process lives; nothing is stored. Without options of its own it takes
   * those that are stored for the same service.
   *
   * @param isToBeStored whether a later {@link ConnectionService.save} that passes stores it
   */
  useSession(
    profile: ConnectionProfile,
    clientSecret: string,
    isToBeStored = false,
  ): Promise<void> {
    return this.#oneByOne(() => {
      const stored = this.#stored.profile();
      const options =
        profile.options ?? (stored?.baseUrl === profile.baseUrl ? stored.options : undefined);
      return this.#switchTo({
        profile: { ...profile, ...(options === undefined ? {} : { options }) },
        clientSecret,
        demo: null,
        isStored: isToBeStored ? 'onceAccepted' : false,
      });
    });
  }

  /** Starts the demo service and connects to it; nothing is stored. A running demo is kept. */
  tryDemo(): Promise<Result<DemoService['orders'], ConnectionRefusal>> {
    return this.#oneByOne(async () => {
      const running = this.#session?.demo;
      if (running) return { ok: true, value: running.orders };
      let demo: DemoService;
      try {
        demo = await this.#options.startDemoService();
      } catch {
        return refused('demo-failed', refusalTextsIn[this.#language].demoNotStarted);
      }
      await this.#switchTo({
        profile: { baseUrl: demo.baseUrl, clientId: demo.clientId },
        clientSecret: demo.clientSecret,
        demo,
        isStored: false,
      });
      return { ok: true, value: demo.orders };
    });
  }

  /**
   * Disconnects. A stored connection is erased with its secret, and stays when its secret cannot be
   * erased; the demo or a session gives way to the stored connection, if there is one.
   */
  forgetConnection(): Promise<Result<null, ConnectionRefusal>> {
    return this.#oneByOne(async () => {
      const isStored = this.#session === null || this.#session.isStored === true;
      if (isStored) {
        const refusal = await this.#stored.erase();
        if (refusal !== null) return { ok: false, failure: refusal };
      }
      const forgotten = this.#session?.profile ?? null;
      await this.#endSession();
      // Until the session ended, a renewal may have kept another token.
      if (isStored && forgotten !== null) await this.#stored.eraseToken(forgotten);
      const profile = this.#stored.profile();
      if (profile === null) this.#announce(noConnection);
      else await this.#adopt(profile);
      return { ok: true, value: null };
    });
  }

  /**
   * Says what a status word of this service means from now on; null removes the meaning. It is kept where
   * the connection is, and answers are read by it from the next check on.
   */
  giveMeaning(word: string, meaning: KnownPhase | null): Promise<Result<null, ConnectionRefusal>> {
    return this.#oneByOne(async () => {
      const session = this.#session;
      const profile = session?.profile ?? this.#stored.profile();
      if (profile === null) return { ok: true, value: null };
      const options = profile.options ?? defaultConnectionOptions;
      const statusMeanings = changedMeanings(options.statusMeanings, word, meaning);
      if (Object.keys(statusMeanings).length > maxStatusMeanings) {
        return refused(
          'options-refused',
          optionFaultText({ code: 'meaningsTooMany' }, this.#language),
        );
      }
      const changed = { ...profile, options: { ...options, statusMeanings } };
      if (session === null || session.isStored === true) {
        const refusal = await this.#stored.store(changed, null);
        if (refusal !== null) return { ok: false, failure: refusal };
      }
      if (session !== null) await this.#switchTo({ ...session, profile: changed });
      return { ok: true, value: null };
    });
  }

  /**
   * Tries again: reads a blocked keychain once more, or opens the link anew. A retry that is asked for
   * during another is that one, so that a keychain asks a person once.
   */
  retry(): Promise<void> {
    this.#retrying ??= this.#oneByOne(() => this.#tryAgain()).finally(() => {
      this.#retrying = null;
    });
    return this.#retrying;
  }

  /** Ends everything that is open. Resolves when nothing is left running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#oneByOne(() => this.#endSession());
  }

  async #checkOnceConnected(id: OrderId, signal: AbortSignal): Promise<CheckAnswer> {
    if (this.#session === null) await settledOrAborted(this.#last, signal);
    signal.throwIfAborted();
    if (this.#session === null) throw new DeliveryError('keychain-unavailable');
    return this.check(id, signal);
  }

  /** Whether an answer counts. An answer over a link that was replaced may come from another service. */
  #stands(session: Session, signal: AbortSignal): boolean {
    return this.#session === session || this.#isStopped || signal.aborted;
  }

  async #tryAgain(): Promise<void> {
    const session = this.#session;
    if (session !== null) {
      await this.#switchTo(session);
    } else if (this.#state.kind === 'keychainBlocked') {
      const profile = this.#stored.profile();
      if (profile !== null) await this.#readSecret(profile);
    }
  }

  async #adopt(profile: ConnectionProfile): Promise<void> {
    this.#announce({ kind: 'connected', ...bare(profile), isDemo: false });
    await this.#readSecret(profile);
  }

  /** Opens the link with the secret in the keychain, or says why it cannot be had. */
  async #readSecret(profile: ConnectionProfile): Promise<void> {
    const secret = await this.#stored.secret(profile);
    // A profile is stored only after its secret. So a missing secret means that it cannot be read, not that
    // nothing was ever set up.
    if (secret.ok && secret.value !== null) {
      await this.#switchTo({ profile, clientSecret: secret.value, demo: null, isStored: true });
    } else {
      const fault = secret.ok ? 'secretAbsent' : secret.failure;
      const isKnown = this.#state.kind === 'keychainBlocked' && this.#state.fault === fault;
      if (!isKnown) this.#announce({ kind: 'keychainBlocked', ...bare(profile), fault });
    }
  }

  get #language(): Language {
    return this.#options.localisation?.current.language ?? 'en';
  }

  /**
   * Adds to a draft what it left out: the options of the same service, and the secret of the same
   * service and client, which is in memory or in the keychain.
   */
  async #filled(draft: ConnectionDraft): Promise<Result<FilledDraft, ConnectionRefusal>> {
    const { parseBaseUrl, opener } = this.#options;
    const parsed = parseBaseUrl(draft.baseUrl);
    if (!parsed.ok) return refused('base-url-refused', parsed.failure.message);
    const baseUrl = parsed.value;
    const { clientId, clientSecret, isSessionOnly } = draft;
    const unstored = this.#unstored;
    const known = [unstored?.profile, this.#stored.profile()].find(
      (other) => other?.baseUrl === baseUrl,
    );
    const options = draft.options ?? known?.options;
    const profile = { baseUrl, clientId, ...(options === undefined ? {} : { options }) };
    const refusal = opener.refusal(profile);
    if (refusal !== null) return refused('ca-file-refused', refusal);
    const filled = (
      secret: string,
      keeping: FilledDraft['keeping'],
    ): Result<FilledDraft, ConnectionRefusal> => ({
      ok: true,
      value: { profile, clientSecret: secret, keeping },
    });
    if (clientSecret !== null) {
      return filled(clientSecret, isSessionOnly === true ? 'session' : 'newSecret');
    }
    if (unstored?.profile.baseUrl === baseUrl && unstored.profile.clientId === clientId) {
      const keeping = unstored.isStored === 'onceAccepted' ? 'newSecret' : 'session';
      return filled(unstored.clientSecret, keeping);
    }
    const secret = await this.#stored.secret(profile);
    if (secret.ok && secret.value !== null) return filled(secret.value, 'storedSecret');
    const texts = refusalTextsIn[this.#language];
    const message = secret.ok ? texts.noSecretStored : texts.keychain[secret.failure];
    return refused('keychain-failed', message);
  }

  /** The connection in use, when its secret is in memory alone. */
  get #unstored(): Session | null {
    const session = this.#session;
    return session?.demo === null && session.isStored !== true ? session : null;
  }

  async #switchTo(credentials: Credentials): Promise<void> {
    const { profile, clientSecret, demo, isStored } = credentials;
    if (this.#isStopped) {
      await demo?.stop();
      return;
    }
    const before = this.#session;
    const link = this.#options.opener.open(profile, clientSecret, isStored === true);
    this.#session = { profile, clientSecret, demo, isStored, link };
    const isDemo = demo !== null;
    const isSessionOnly = !isDemo && isStored === false;
    this.#announce({
      kind: 'connected',
      ...bare(profile),
      isDemo,
      ...(isSessionOnly ? { isSessionOnly } : {}),
    });
    await before?.link.close();
    if (before !== null && before.demo !== demo) await before.demo?.stop();
  }

  async #endSession(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.link.close();
    await session?.demo?.stop();
  }

  #announce(state: ConnectionState): void {
    this.#state = state;
    if (!this.#isStopped) this.#options.changed(state);
  }

  #oneByOne<Value>(task: () => Promise<Value>): Promise<Value> {
    const run = this.#last.then(task);
    this.#last = run.catch(() => undefined);
    return run;
  }
}

/** What others may know of a profile. */
function bare({ baseUrl, clientId }: ConnectionProfile): { baseUrl: string; clientId: string } {
  return { baseUrl, clientId };
}

/** A check waits for a connection that is being made; its abort ends the waiting, not the connection. */
async function settledOrAborted(settled: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const abandon = (): void => aborted.resolve();
  signal.addEventListener('abort', abandon);
  await Promise.race([settled, aborted.promise]);
  signal.removeEventListener('abort', abandon);
}

function refused(
  code: ConnectionRefusal['code'],
  message: string,
): { readonly ok: false; readonly failure: ConnectionRefusal } {
  return { ok: false, failure: { code, message } };
}
