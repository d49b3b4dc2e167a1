import type { Clock } from '../../../core/clock.ts';

/** What the recovery of a renderer acts on. */
export interface RendererRecoveryParts {
  readonly clock: Clock;
  /** Loads the window's page anew. */
  readonly reload: () => void;
  /** Ends a renderer that does not answer, which reports back as a crash. */
  readonly crash: () => void;
}

/** How long a renderer may be silent before it is ended: long enough for a slow disk. */
const hungForMs = 10_000;

/** Crashes older than this no longer count. */
const forgivenAfterMs = 60_000;

/** The pauses before the page is loaded again after the first, second, ... crash within a minute. */
const pausesMs = [0, 500, 2000, 10_000, 30_000];
/** The pause after every further crash within a minute. */
const longestPauseMs = 60_000;

/**
 * Brings a crashed or hung renderer back, at once the first time and ever later after that, so that a
 * page which dies at its start does not burn the machine. It never gives up.
 */
export class RendererRecovery {
  readonly #parts: RendererRecoveryParts;
  #crashTimes: number[] = [];
  #cancelReload: (() => void) | null = null;
  #cancelCrash: (() => void) | null = null;

  constructor(parts: RendererRecoveryParts) {
    this.#parts = parts;
  }

  crashed(): void {
    this.reset();
    const nowMs = this.#parts.clock.monotonicMs();
    this.#crashTimes = [...this.#crashTimes, nowMs].filter((at) => nowMs - at < forgivenAfterMs);
    this.#cancelReload = this.#parts.clock.schedule(
      () => this.#parts.reload(),
      pausesMs[this.#crashTimes.length - 1] ?? longestPauseMs,
    );
  }

  hung(): void {
    if (this.#cancelCrash !== null) return;
    this.#cancelCrash = this.#parts.clock.schedule(() => {
      this.#cancelCrash = null;
      this.#parts.crash();
    }, hungForMs);
  }

  answered(): void {
    this.#cancelCrash?.();
    this.#cancelCrash = null;
  }

  /** Cancels what is planned, because the window is gone or about to go. */
  reset(): void {
    this.answered();
    this.#cancelReload?.();
    this.#cancelReload = null;
  }
}
