/** Where the system announces its lock; fits Electron's powerMonitor. */
export interface LockSource {
  on(event: 'lock-screen' | 'unlock-screen', listener: () => void): unknown;
  getSystemIdleState(idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown';
}

/** An idle time that is never reached, in seconds, so that the answer depends on the lock alone. */
const neverIdleSeconds = 1_000_000;

/**
 * Whether the screen is locked. Windows and macOS announce it; on Linux Electron only answers when it
 * is asked, and for some desktops not even then.
 */
export class ScreenLock {
  readonly #source: LockSource;
  #isAnnounced = false;

  constructor(source: LockSource) {
    this.#source = source;
    source.on('lock-screen', () => {
      this.#isAnnounced = true;
    });
    source.on('unlock-screen', () => {
      this.#isAnnounced = false;
    });
  }

  get isLocked(): boolean {
    return this.#isAnnounced || this.#source.getSystemIdleState(neverIdleSeconds) === 'locked';
  }
}
