import type { Log } from '../log/log.ts';
import type { Clock } from '../../../core/clock.ts';

const pruneEveryMs = 6 * 60 * 60 * 1000;
/** The pause between two batches. One long batch would hold up everything else. */
const pruneMoreAfterMs = 200;

/** Removes what is too old at the start, and from time to time for as long as anything is kept. */
export class Housekeeping {
  readonly #prune: () => boolean;
  readonly #isAnythingKept: () => boolean;
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'defect'>;
  #cancel: (() => void) | null = null;
  #isRunning = false;

  /**
   * @param prune removes some of what is too old to be kept and returns whether there may be more
   * @param isAnythingKept false stops the timer: nothing grows old then, and nothing wakes the machine
   */
  constructor(
    prune: () => boolean,
    isAnythingKept: () => boolean,
    clock: Clock,
    log: Pick<Log, 'defect'>,
  ) {
    this.#prune = prune;
    this.#isAnythingKept = isAnythingKept;
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    this.#isRunning = true;
    this.#removeOld();
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Orders were added or changed. */
  ordersChanged(): void {
    if (this.#isRunning && this.#cancel === null) this.#plan();
  }

  #removeOld(): void {
    this.#cancel = null;
    let isMore = false;
    try {
      isMore = this.#prune();
    } catch (error) {
      this.#log.defect('historyNotPruned', error);
    }
    if (isMore && this.#isRunning) this.#plan(pruneMoreAfterMs);
    else if (this.#isAnythingKept()) this.#plan();
  }

  #plan(inMs: number = pruneEveryMs): void {
    this.#cancel = this.#clock.schedule(() => this.#removeOld(), inMs);
  }
}
