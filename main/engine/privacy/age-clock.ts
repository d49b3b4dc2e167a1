import type { Clock } from '../../../core/clock.ts';

const dayMs = 86_400_000;

/** Until when a clock was believed, and since when it is doubted, by itself: milliseconds since 1970. */
export interface ClockFacts {
  readonly believedMs: number;
  /** Null while it is not. */
  readonly doubtedMs: number | null;
}

/** What an {@link AgeClock} needs. */
export interface AgeClockParts {
  readonly clock: Pick<Clock, 'monotonicMs' | 'wallMs'>;
  /** What is kept over restarts; null in a new profile. */
  readonly facts: {
    readonly read: () => ClockFacts | null;
    readonly write: (facts: ClockFacts) => void;
  };
  /** It became known that the clock is wrong, or that it is right. */
  readonly doubtChanged: () => void;
}

/**
 * Judges whether the computer's clock may say what is too old to be kept. One that is suddenly more than a day ahead of
 * what passed, while the program runs or since it ran last, may be wrong, and would erase what cannot be brought back.
 * It is believed once the service gives the same day, or after a day in which no service gave another one.
 */
export class AgeClock {
  readonly #parts: AgeClockParts;
  #facts: ClockFacts;
  /** When `believedMs` was the time, by the monotonic clock. */
  #believedAtMs: number;
  /** What the service said since the doubt began. */
  #heard: { readonly dateMs: number; readonly monotonicMs: number } | null = null;
  #aheadMs: number | null = null;

  constructor(parts: AgeClockParts) {
    this.#parts = parts;
    const { clock, facts } = parts;
    this.#facts = facts.read() ?? { believedMs: clock.wallMs(), doubtedMs: null };
    this.#believedAtMs = clock.monotonicMs();
  }

  /** Whether what is old by the computer's clock may be erased now. */
  get isBelieved(): boolean {
    const { clock } = this.#parts;
    const [wallMs, monotonicMs] = [clock.wallMs(), clock.monotonicMs()];
    const passedMs = monotonicMs - this.#believedAtMs;
    const isSudden = wallMs > this.#facts.believedMs + passedMs + dayMs;
    if (isSudden && !this.#isProven(wallMs, monotonicMs)) return false;
    this.#facts = { believedMs: wallMs, doubtedMs: null };
    this.#believedAtMs = monotonicMs;
    this.#setAhead(null);
    return true;
  }

  /** How far the computer's clock is ahead of the service, while that is why it is not believed; else null. */
  get aheadMs(): number | null {
    return this.#aheadMs;
  }

  /** The service dated an answer. @param date as in the header `Date`, such as "Fri, 27 Nov 2026 19:30:00 GMT" */
  heard(date: string): void {
    if (this.#facts.doubtedMs === null && this.isBelieved) return;
    const dateMs = Date.parse(date);
    if (Number.isNaN(dateMs)) return;
    this.#heard = { dateMs, monotonicMs: this.#parts.clock.monotonicMs() };
    void this.isBelieved;
  }

  /** Writes down what the next start has to know. */
  keep(): void {
    void this.isBelieved;
    this.#parts.facts.write(this.#facts);
  }

  #isProven(wallMs: number, monotonicMs: number): boolean {
    const { doubtedMs } = this.#facts;
    const sinceMs = doubtedMs === null || doubtedMs > wallMs ? wallMs : doubtedMs;
    if (sinceMs !== doubtedMs) {
      this.#facts = { ...this.#facts, doubtedMs: sinceMs };
      // What was said before may lie before a sleep, in which the monotonic clock stood still.
      this.#heard = null;
    }
    if (this.#heard === null) return wallMs - sinceMs >= dayMs;
    const aheadMs = wallMs - this.#heard.dateMs - (monotonicMs - this.#heard.monotonicMs);
    this.#setAhead(Math.abs(aheadMs) > dayMs ? aheadMs : null);
    return Math.abs(aheadMs) <= dayMs;
  }

  #setAhead(aheadMs: number | null): void {
    if ((aheadMs === null) === (this.#aheadMs === null)) return;
    this.#aheadMs = aheadMs;
    this.#parts.doubtChanged();
  }
}
