import type { Clock } from '../../../core/clock.ts';
import { ScreenSavers, type ScreenSaverState } from '../../engine/session-bus/screen-savers.ts';
import type { SessionBus } from '../../engine/session-bus/session-bus.ts';

/** Where the system announces its lock; fits Electron's powerMonitor. */
export interface LockSource {
  on(event: 'lock-screen' | 'unlock-screen', listener: () => void): unknown;
  getSystemIdleState(idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown';
}

/** What {@link ScreenLock} needs. */
export interface ScreenLockParts {
  readonly source: LockSource;
  /** Names no bus on Windows and macOS. */
  readonly bus: SessionBus;
  readonly clock: Clock;
}

/** Hears what becomes of the lock. */
export interface LockListener {
  /** The screen was locked and is so no more: the dispatcher is back. */
  unlocked(): void;
  /** It was not known yet whether the screen is locked, and it is not. */
  foundUnlocked(): void;
}

/** An idle time that is never reached, in seconds, so that the answer depends on the lock alone. */
const neverIdleSeconds = 1_000_000;

/** At the start so long is waited for the first word: a screen saver that says nothing is given up after two seconds. */
const firstWordWithinMs = 2500;

/**
 * Whether the screen is locked. Windows and macOS announce it. On Linux the screen savers of the desktop are followed;
 * Electron's own answer is too late there for the first question, and knows none that came after it. It counts where
 * there is no bus, or where none of them says anything. While they have not answered yet, for seconds at the most,
 * the screen counts as locked: a card that says less can be looked up, and one on a locked screen cannot be unread.
 */
export class ScreenLock {
  readonly #source: LockSource;
  readonly #savers: ScreenSavers | null;
  readonly #listeners: LockListener[] = [];
  readonly #firstWord = Promise.withResolvers<void>();
  #isAnnounced = false;
  #wasActive = false;

  /** Resolves once it is known whether the screen is locked, or cannot be known soon. */
  readonly hasAnswered: Promise<void> = this.#firstWord.promise;

  constructor({ source, bus, clock }: ScreenLockParts) {
    this.#source = source;
    source.on('lock-screen', () => {
      this.#isAnnounced = true;
    });
    source.on('unlock-screen', () => {
      this.#isAnnounced = false;
      for (const listener of this.#listeners) listener.unlocked();
    });
    this.#savers = bus.isNamed
      ? new ScreenSavers({ bus, clock, changed: (state) => this.#changed(state) })
      : null;
    const word = this.#firstWord;
    if (this.#savers?.state === 'awaited') {
      void word.promise.then(clock.schedule(word.resolve, firstWordWithinMs));
    } else word.resolve();
  }

  get isLocked(): boolean {
    if (this.#isAnnounced) return true;
    const state = this.#savers?.state ?? 'silent';
    if (state !== 'silent') return state !== 'inactive';
    return this.#source.getSystemIdleState(neverIdleSeconds) === 'locked';
  }

  listen(listener: LockListener): void {
    this.#listeners.push(listener);
  }

  #changed(state: ScreenSaverState): void {
    if (state !== 'awaited') this.#firstWord.resolve();
    if (state === 'active') this.#wasActive = true;
    if (state !== 'inactive' && state !== 'silent') return;
    const wasActive = this.#wasActive;
    this.#wasActive = false;
    for (const listener of this.#listeners) {
      if (wasActive) listener.unlocked();
      else listener.foundUnlocked();
    }
  }
}
