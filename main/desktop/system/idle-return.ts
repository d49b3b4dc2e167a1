import type { Clock } from '../../watch/clock.ts';
import type { InputSource } from '../window/attendance.ts';

/** Without input for this long, a dispatcher was away. */
const awayAfterSeconds = 5 * 60;
/** The system does not announce input, so it is asked. */
const askEveryMs = 15_000;

/** Notices the first input after five minutes without any. Where a system does not tell, it notices nothing. */
export class IdleReturn {
  readonly #input: InputSource;
  readonly #clock: Clock;
  readonly #returned: () => void;
  #wasAway = false;
  #cancel: (() => void) | null = null;

  constructor(input: InputSource, clock: Clock, returned: () => void) {
    this.#input = input;
    this.#clock = clock;
    this.#returned = returned;
  }

  start(): void {
    this.#cancel ??= this.#clock.schedule(() => {
      this.#cancel = null;
      this.#ask();
      this.start();
    }, askEveryMs);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #ask(): void {
    const isAway = this.#input.getSystemIdleTime() >= awayAfterSeconds;
    if (this.#wasAway && !isAway) this.#returned();
    this.#wasAway = isAway;
  }
}
