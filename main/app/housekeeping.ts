import type { Log } from '../log/log.ts';
import type { Clock } from '../watch/clock.ts';

/** What keeping house needs. */
export interface HousekeepingParts {
  readonly clock: Clock;
  /** Removes some of what is too old to be kept. @returns whether there may be more */
  readonly prune: () => boolean;
  /** While nothing is watched nothing grows, and no timer wakes the machine. */
  readonly isAnythingWatched: () => boolean;
  readonly log: Log;
}

/** How often old history is removed. */
const pruneEveryMs = 6 * 60 * 60 * 1000;
/** and how soon the rest follows, so that a long history holds nothing up. */
const pruneMoreAfterMs = 200;

/** Removes old history at the start, and from time to time for as long as anything is watched. */
export class Housekeeping {
  readonly #parts: HousekeepingParts;
  #cancel: (() => void) | null = null;
  #isRunning = false;

  constructor(parts: HousekeepingParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isRunning = true;
    this.#prune();
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

  #prune(): void {
    const { isAnythingWatched, log, prune } = this.#parts;
    this.#cancel = null;
    let isMore = false;
    try {
      isMore = prune();
    } catch (error) {
      log.defect('historyNotPruned', error);
    }
    if (isMore && this.#isRunning) this.#plan(pruneMoreAfterMs);
    else if (isAnythingWatched()) this.#plan();
  }

  #plan(inMs: number = pruneEveryMs): void {
    this.#cancel = this.#parts.clock.schedule(() => this.#prune(), inMs);
  }
}
