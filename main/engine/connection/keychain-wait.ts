import type { BlockedConnection, ConnectionState } from '../../../core/delivery/connection.ts';
import { cappedDelayMs } from '../../../core/delivery/retry-delay.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ConnectionService } from './connection-service.ts';

/** What a {@link KeychainWait} works with. */
export interface KeychainWaitParts {
  readonly clock: Clock;
  /** Whether the keychain is locked, asked without raising a prompt; null where that cannot be told. */
  readonly isLocked: () => Promise<boolean | null>;
  readonly connection: Pick<ConnectionService, 'retry'>;
}

/** The pauses between two looks at the lock; the last one is repeated. */
const looksMs = [5000, 10_000, 20_000, 30_000] as const;
/** The pauses between two reads where the lock cannot be looked at, because each may raise a prompt. */
const blindReads = { baseMs: 30_000, maxMs: 300_000 };

/**
 * Reads a keychain that gave no secret again, so that checking goes on by itself once it is unlocked.
 * Reading a locked keychain may raise the system's prompt. So where the lock can be looked at, only an
 * unlocked keychain is read. Where it cannot, a keychain that refused Waybell is left to a person.
 */
export class KeychainWait {
  readonly #parts: KeychainWaitParts;
  /** Why there is no secret; null while none is waited for. */
  #fault: BlockedConnection['fault'] | null = null;
  #isLooking = false;
  /** Whether the last look could not tell anything. */
  #isBlind = false;
  #lookCount = 0;
  #blindReadCount = 0;
  /** From when on the keychain is read without a look at its lock, on the monotonic clock. */
  #readFromMs = 0;
  #cancel: (() => void) | null = null;

  constructor(parts: KeychainWaitParts) {
    this.#parts = parts;
  }

  connectionChanged(state: ConnectionState): void {
    if (state.kind !== 'keychainBlocked') {
      this.stop();
      return;
    }
    const isNew = this.#fault === null;
    this.#fault = state.fault;
    if (!isNew) return;
    this.#lookCount = 0;
    this.#blindReadCount = 0;
    this.#planBlindRead();
    this.#lookLater();
  }

  /** The screen was unlocked, the computer woke or the window was shown: looks at once. */
  async lookNow(): Promise<void> {
    if (this.#fault === null) return;
    this.#readFromMs = this.#parts.clock.monotonicMs();
    await this.#look();
  }

  stop(): void {
    this.#fault = null;
    this.#cancel?.();
    this.#cancel = null;
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#cancel?.();
    this.#cancel = null;
    try {
      const isLocked = await this.#parts.isLocked();
      this.#isBlind = isLocked === null;
      if (this.#fault !== null && this.#mayRead(isLocked)) await this.#parts.connection.retry();
    } finally {
      this.#isLooking = false;
      if (this.#fault !== null) this.#lookLater();
    }
  }

  #mayRead(isLocked: boolean | null): boolean {
    if (isLocked !== null) return !isLocked;
    if (this.#fault === 'denied' || this.#parts.clock.monotonicMs() < this.#readFromMs)
      return false;
    this.#planBlindRead();
    return true;
  }

  #planBlindRead(): void {
    this.#blindReadCount += 1;
    const delayMs = cappedDelayMs(this.#blindReadCount, blindReads);
    this.#readFromMs = this.#parts.clock.monotonicMs() + delayMs;
  }

  #lookLater(): void {
    const { clock } = this.#parts;
    const untilReadMs = this.#readFromMs - clock.monotonicMs();
    const pauseMs = looksMs[Math.min(this.#lookCount, looksMs.length - 1)] ?? 0;
    this.#lookCount += 1;
    this.#cancel?.();
    const isReadSooner = this.#isBlind && untilReadMs > 0 && untilReadMs < pauseMs;
    const delayMs = isReadSooner ? untilReadMs : pauseMs;
    this.#cancel = clock.schedule(() => void this.#look(), delayMs);
  }
}
