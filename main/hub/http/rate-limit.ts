import type { Clock } from '../../../core/clock.ts';

const minuteMs = 60_000;

/** How many names are remembered. Beyond that the one whose minute began first is forgotten. */
const mostNames = 10_000;

/** Allows so many a minute for each name, such as an address or a desk. */
export class RateLimit {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #perMinute: number;
  /** In the order in which their minutes began. */
  readonly #minutes = new Map<string, { readonly fromMs: number; count: number }>();

  constructor(clock: Pick<Clock, 'monotonicMs'>, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Counts one. @returns null when it is allowed, else after how many seconds to come again */
  spend(name: string): number | null {
    const nowMs = this.#clock.monotonicMs();
    const minute = this.#minutes.get(name);
    if (minute === undefined || nowMs - minute.fromMs >= minuteMs) {
      this.#minutes.delete(name);
      this.#minutes.set(name, { fromMs: nowMs, count: 1 });
      const [first] = this.#minutes.keys();
      if (this.#minutes.size > mostNames && first !== undefined) this.#minutes.delete(first);
      return null;
    }
    if (minute.count >= this.#perMinute) {
      return Math.max(1, Math.ceil((minute.fromMs + minuteMs - nowMs) / 1000));
    }
    minute.count += 1;
    return null;
  }
}
