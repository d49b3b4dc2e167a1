import type { Clock } from '../../watch/clock.ts';

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

const pausesMs = [0, 500, 2000, 10_000, 30_000, 60_000] as const;

/** How long to wait before the page is loaded again after the n-th crash within a minute. */
function reloadDelayMs(recentCrashes: number): number {
  return pausesMs[Math.min(Math.max(recentCrashes, 1), pausesMs.length) - 1] ?? 60_000;
}

/**
 * Brings a crashed or hung renderer back, at once the first time and ever later after that, so that a
 * page which dies at its start does not burn the machine. It never gives up.
 */
export class RendererRecovery {
  readonly #parts: RendererRecoveryParts;
  #crashTimes: number[] = [];
  #cancelReload: (() => void) | null = null;
  #cancelCrash: (() => void) | null = null;
  #isStopped = false;

  constructor(parts: RendererRecoveryParts) {
    this.#parts = parts;
  }

  crashed(): void {
    if (this.#isStopped) return;
    this.reset();
    const nowMs = this.#parts.clock.monotonicMs();
    this.#crashTimes = [...this.#crashTimes, nowMs].filter((at) => nowMs - at < forgivenAfterMs);
    this.#cancelReload = this.#parts.clock.schedule(
      () => this.#parts.reload(),
      reloadDelayMs(this.#crashTimes.length),
    );
  }

  hung(): void {
    if (this.#isStopped || this.#cancelCrash !== null) return;
    this.#cancelCrash = this.#parts.clock.schedule(() => {
      this.#cancelCrash = null;
      this.#parts.crash();
    }, hungForMs);
  }

  answered(): void {
    this.#cancelCrash?.();
    this.#cancelCrash = null;
  }

  /** Drops what is planned: the window that it was for is gone. */
  reset(): void {
    this.answered();
    this.#cancelReload?.();
    this.#cancelReload = null;
  }

  stop(): void {
    this.#isStopped = true;
    this.reset();
  }
}
