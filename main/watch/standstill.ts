import type { Clock } from './clock.ts';
import type { WatchEntry } from './watch-entry.ts';

/**
 * For how long the routine has asked for nothing: in an outage, a pause or a sleep, or because the program
 * did not run. By the wall clock, which goes on in all of them.
 */
export class Standstill {
  readonly #clock: Clock;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #askedBeforeStartAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Infinite when nothing was ever asked. */
  get forMs(): number {
    return this.#clock.wallMs() - this.#askedAtMs;
  }

  /** How long ago something was asked before the start; infinite when nothing ever was. */
  get sinceBeforeStartMs(): number {
    return this.#clock.wallMs() - this.#askedBeforeStartAtMs;
  }

  asked(): void {
    this.#askedAtMs = this.#clock.wallMs();
  }

  /** Something was asked before the start when the last of these was answered. */
  start(entries: Iterable<WatchEntry>): void {
    for (const { watched } of entries) {
      const { observedAtMs } = watched;
      if (observedAtMs !== null) this.#askedAtMs = Math.max(this.#askedAtMs, observedAtMs);
    }
    this.#askedBeforeStartAtMs = this.#askedAtMs;
  }
}
