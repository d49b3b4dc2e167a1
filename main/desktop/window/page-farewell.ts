import type { Clock } from '../../watch/clock.ts';

/** A page that did not answer by then is ended without its last words. */
const answerWithinMs = 1000;

/**
 * Gives a page the time to hand over what it still holds (where the dispatcher was, removals that
 * could still have been undone) before its renderer is ended.
 */
export class PageFarewell {
  readonly #clock: Clock;
  #go: (() => void) | null = null;
  #cancelDeadline: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param go ends the page; called once, unless it is kept */
  begin(go: () => void): void {
    this.keep();
    this.#go = go;
    this.#cancelDeadline = this.#clock.schedule(() => this.done(), answerWithinMs);
  }

  /** The page handed over everything. */
  done(): void {
    const go = this.#go;
    this.keep();
    go?.();
  }

  /** The page stays after all. */
  keep(): void {
    this.#cancelDeadline?.();
    this.#cancelDeadline = null;
    this.#go = null;
  }
}
