import type { Clock } from '../../../core/clock.ts';
import type { InputSource } from '../window/attendance.ts';

/** What {@link IdleReturn} needs. */
export interface IdleReturnParts {
  readonly input: InputSource;
  readonly clock: Clock;
  /** Where nothing is watched, nothing is asked. */
  readonly isAnythingWatched: () => boolean;
  /** The first input after five minutes without any. */
  readonly returned: () => void;
}

/** Without input for this long, a dispatcher was away. */
const awayAfterSeconds = 5 * 60;
/** The system does not announce input, so it is asked. */
const askEveryMs = 15_000;

/** Notices that a dispatcher comes back to the computer. Where a system does not tell of input, it notices nothing. */
export class IdleReturn {
  readonly #parts: IdleReturnParts;
  #wasAway = false;
  #isRunning = false;
  #cancel: (() => void) | null = null;

  constructor(parts: IdleReturnParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isRunning = true;
    this.#askSoon();
  }

  /** There may be something to watch now. */
  ordersChanged(): void {
    if (this.#isRunning) this.#askSoon();
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancel?.();
    this.#cancel = null;
  }

  #askSoon(): void {
    const { clock, isAnythingWatched } = this.#parts;
    if (this.#cancel !== null || !isAnythingWatched()) return;
    this.#cancel = clock.schedule(() => {
      this.#cancel = null;
      this.#ask();
      this.#askSoon();
    }, askEveryMs);
  }

  #ask(): void {
    const { input, returned } = this.#parts;
    const isAway = input.getSystemIdleTime() >= awayAfterSeconds;
    if (this.#wasAway && !isAway) returned();
    this.#wasAway = isAway;
  }
}
