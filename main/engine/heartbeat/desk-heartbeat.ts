import type { BridgeFailure, HandlersOf } from '../../../core/bridge/bridge.ts';
import type { HeartbeatState, HeartbeatTrouble } from '../../../core/bridge/heartbeat-state.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Localisation } from '../../../core/text/language.ts';
import type { Result } from '../../../core/text/result.ts';
import { CredentialStoreError } from '../credentials/credential-store.ts';
import type { Heartbeat } from './heartbeat.ts';
import { parseHeartbeatUrl } from './heartbeat-request.ts';

/** How long until a keychain that gave no address is asked again. */
const keychainAgainMs = 60_000;

/** What a {@link DeskHeartbeat} works with. */
export interface DeskHeartbeatParts {
  readonly clock: Clock;
  readonly heartbeat: Pick<Heartbeat, 'report' | 'rest' | 'start' | 'stop'>;
  /** Where the address is kept, which may be a secret. It throws what a keychain throws. */
  readonly keeper: {
    read(): Promise<string | null>;
    write(url: string): Promise<void>;
    erase(): Promise<void>;
  };
  /** Whether a person turned it on; a policy may forbid it. */
  readonly choice: { readonly isOn: boolean; turn(isOn: boolean): void };
  /** Asked before the keychain is asked again, so that no prompt comes unasked. Null: it cannot be told. */
  readonly isKeychainLocked: () => Promise<boolean | null>;
  readonly localisation: Localisation;
}

/** The heartbeat of a program with a window: off until a person turns it on. */
export class DeskHeartbeat {
  readonly #parts: DeskHeartbeatParts;
  #url: string | null = null;
  #isUnread = false;
  #isStopped = true;
  #cancelRetry: (() => void) | null = null;

  constructor(parts: DeskHeartbeatParts) {
    this.#parts = parts;
  }

  /** The address; null while there is none. */
  get url(): string | null {
    return this.#url;
  }

  get state(): HeartbeatState {
    if (!this.#parts.choice.isOn) return { kind: 'off' };
    const { acceptedAtMs } = this.#parts.heartbeat.report;
    return { kind: 'on', acceptedAtMs, trouble: this.#trouble };
  }

  get handlers(): HandlersOf<'heartbeat'> {
    const state = () => ({ ok: true, value: this.state }) as const;
    return {
      'heartbeat:state': state,
      'heartbeat:turn-on': ({ address }) => this.#turnOn(address),
      'heartbeat:turn-off': async () => {
        const kept = await this.#kept(() => this.erase());
        return kept.ok ? state() : kept;
      },
    };
  }

  /** Reads the address where it is turned on, and begins. */
  start(): void {
    this.#isStopped = false;
    if (this.#parts.choice.isOn) void this.#read();
  }

  /** The program ends because a person ended it. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRetry?.();
    await this.#parts.heartbeat.stop('ended');
  }

  /** The computer goes to sleep. */
  fellAsleep(): void {
    void this.#parts.heartbeat.rest('asleep');
  }

  /** Turns it off and takes the address out of the keychain. @throws what the keychain throws */
  async erase(): Promise<void> {
    const { choice, heartbeat, keeper } = this.#parts;
    if (!choice.isOn) return;
    await keeper.erase();
    choice.turn(false);
    this.#cancelRetry?.();
    await heartbeat.stop('off');
    this.#url = null;
    this.#isUnread = false;
  }

  async #turnOn(given: string): Promise<Result<HeartbeatState, BridgeFailure>> {
    const { choice, heartbeat, keeper, localisation } = this.#parts;
    const texts = refusalTextsIn[localisation.current.language];
    const url = parseHeartbeatUrl(given);
    if (!url.ok) {
      return { ok: false, failure: { code: 'heartbeat-refused', message: texts.heartbeatUrl } };
    }
    choice.turn(true);
    if (!choice.isOn) {
      return { ok: false, failure: { code: 'setting-locked', message: texts.settingLocked } };
    }
    const kept = await this.#kept(() => keeper.write(url.value));
    if (!kept.ok) {
      if (this.#url === null) choice.turn(false);
      return kept;
    }
    this.#url = url.value;
    this.#isUnread = false;
    heartbeat.start();
    return { ok: true, value: this.state };
  }

  async #read(): Promise<void> {
    const { clock, heartbeat, isKeychainLocked, keeper } = this.#parts;
    try {
      this.#url = await keeper.read();
      this.#isUnread = this.#url === null;
      if (this.#url !== null && !this.#isStopped) heartbeat.start();
    } catch {
      // The card in the settings says so; a monitor hears nothing meanwhile, which is what it is for.
      this.#isUnread = true;
      const again = async (): Promise<void> => {
        if ((await isKeychainLocked()) === true)
          this.#cancelRetry = clock.schedule(retry, keychainAgainMs);
        else await this.#read();
      };
      const retry = (): void => void again();
      if (!this.#isStopped) this.#cancelRetry = clock.schedule(retry, keychainAgainMs);
    }
  }

  get #trouble(): HeartbeatTrouble | null {
    if (this.#isUnread) return 'keychain';
    const { trouble } = this.#parts.heartbeat.report;
    return trouble === null || trouble === 'notAccepted' ? trouble : 'withheld';
  }

  async #kept(write: () => Promise<void>): Promise<Result<null, BridgeFailure>> {
    try {
      await write();
      return { ok: true, value: null };
    } catch (error) {
      if (!(error instanceof CredentialStoreError)) throw error;
      const texts = refusalTextsIn[this.#parts.localisation.current.language];
      const message = texts.webhookKeychain[error.fault];
      return { ok: false, failure: { code: 'keychain-failed', message } };
    }
  }
}
