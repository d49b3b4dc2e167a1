import type { Clock } from '../../../core/clock.ts';

const dayMs = 86_400_000;

/** What an {@link AgeClock} needs. */
export interface AgeClockParts {
  readonly clock: Pick<Clock, 'monotonicMs' | 'wallMs'>;
  /** The last time that was believed, in milliseconds since 1970, over restarts; null in a new profile. */
  readonly believed: { readonly read: () => number | null; readonly write: (atMs: number) => void };
  /** It became known that the clock is wrong, or that it is right. */
  readonly doubtChanged: () => void;
}

/**
 * The time by which it is judged what is too old to be kept. It is that of the computer, as long as that goes on by
 * itself. One that is suddenly more than a day ahead of what passed, while the program runs or since it ran last, may
 * be wrong, and would erase what no one can bring back. It is believed once the service gives the same day, or after a
 * day of running in which no service gave another one; until then time goes on from where it was believed last.
 */
export class AgeClock {
  readonly #parts: AgeClockParts;
  #believed: { readonly wallMs: number; readonly monotonicMs: number };
  /** By the monotonic clock; null while there is no doubt. */
  #doubtedSinceMs: number | null = null;
  #heard: { readonly date: string; readonly monotonicMs: number } | null = null;
  #aheadMs: number | null = null;

  constructor(parts: AgeClockParts) {
    this.#parts = parts;
    const { believed, clock } = parts;
    this.#believed = {
      wallMs: believed.read() ?? clock.wallMs(),
      monotonicMs: clock.monotonicMs(),
    };
  }

  /** The time that is believed, in milliseconds since 1970. */
  wallMs(): number {
    const wallMs = this.#parts.clock.wallMs();
    const monotonicMs = this.#parts.clock.monotonicMs();
    const expectedMs = this.#believed.wallMs + monotonicMs - this.#believed.monotonicMs;
    if (wallMs > expectedMs + dayMs && !this.#isProven(wallMs, monotonicMs)) return expectedMs;
    this.#believed = { wallMs, monotonicMs };
    this.#doubtedSinceMs = null;
    this.#setAhead(null);
    return wallMs;
  }

  /** How far the computer's clock is ahead of the service, while that is why it is not believed; else null. */
  get aheadMs(): number | null {
    return this.#aheadMs;
  }

  /** The service dated an answer. @param date as in the header `Date`, such as "Fri, 27 Nov 2026 19:30:00 GMT" */
  heard(date: string): void {
    this.#heard = { date, monotonicMs: this.#parts.clock.monotonicMs() };
    if (this.#doubtedSinceMs !== null) this.wallMs();
  }

  /** Writes down until when time was believed, for the next start. */
  keep(): void {
    this.wallMs();
    this.#parts.believed.write(this.#believed.wallMs);
  }

  #isProven(wallMs: number, monotonicMs: number): boolean {
    this.#doubtedSinceMs ??= monotonicMs;
    const saidMs = this.#saidMs(monotonicMs);
    if (saidMs === null) return monotonicMs - this.#doubtedSinceMs >= dayMs;
    const aheadMs = wallMs - saidMs;
    this.#setAhead(aheadMs > dayMs ? aheadMs : null);
    return aheadMs <= dayMs;
  }

  /** When it is now, by the last answer of the service that has a date; null without one. */
  #saidMs(monotonicMs: number): number | null {
    const saidMs = this.#heard === null ? Number.NaN : Date.parse(this.#heard.date);
    return Number.isNaN(saidMs) ? null : saidMs + monotonicMs - (this.#heard?.monotonicMs ?? 0);
  }

  #setAhead(aheadMs: number | null): void {
    if ((aheadMs === null) === (this.#aheadMs === null)) return;
    this.#aheadMs = aheadMs;
    this.#parts.doubtChanged();
  }
}
