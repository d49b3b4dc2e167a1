import type { OrderId } from '../../../core/order/order-id.ts';
import { sameValue } from '../../../core/same-value.ts';
import { mostAnswers, type SaidPresence, saidEveryMs } from '../../../core/team/presence.ts';
import type { Clock } from '../../../core/clock.ts';

/** What a {@link PresenceReporter} works with. */
export interface PresenceReporterParts {
  readonly clock: Clock;
  /** Who is at this desk now. */
  readonly attendance: () => Pick<SaidPresence, 'state' | 'forMs'>;
  /** The orders of this desk whose alarms were answered here. */
  readonly answers: () => readonly OrderId[];
  /** Says it to the hub; what does not get there is not said again. @returns whether there is contact */
  readonly say: (presence: SaidPresence) => boolean;
}

/** The system announces no idle time, so it is asked this often; an answered alarm is told as soon. */
const lookEveryMs = 3000;

/** A computer that says it falls asleep does so within this time, while timers still run. */
const fallsAsleepWithinMs = 15_000;

/** Tells the team who is at this desk: when that changes, and every quarter of a minute. */
export class PresenceReporter {
  readonly #parts: PresenceReporterParts;
  #said: Omit<SaidPresence, 'forMs'> | null = null;
  #saidAtMs = Number.NEGATIVE_INFINITY;
  /** Since when the computer falls asleep, on the monotonic clock; null while it is awake. */
  #asleepSinceMs: number | null = null;
  #cancel: (() => void) | null = null;

  constructor(parts: PresenceReporterParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#turn();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** The computer falls asleep: there may be time for one more word. */
  fellAsleep(): void {
    this.#asleepSinceMs = this.#parts.clock.monotonicMs();
    this.look();
  }

  /** It woke, its screen was locked or unlocked, or a person is back. */
  look(): void {
    const { answers, attendance, clock, say } = this.#parts;
    const { forMs, state } = this.#asleepSinceMs === null ? attendance() : asleepNow;
    const all = answers();
    const said = {
      state,
      answers: all.slice(0, mostAnswers),
      // An earlier hub refuses a word that it does not know.
      ...(all.length > mostAnswers && ({ hasMoreAnswers: true } as const)),
    };
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#saidAtMs < saidEveryMs && sameValue(said, this.#said)) return;
    const hasContact = say({ ...said, forMs: Math.max(0, Math.round(forMs)) });
    // Without contact it is said as soon as there is some.
    this.#said = hasContact ? said : null;
    this.#saidAtMs = nowMs;
  }

  woke(): void {
    this.#asleepSinceMs = null;
    this.look();
  }

  #turn(): void {
    const { clock } = this.#parts;
    this.#cancel = clock.schedule(() => {
      const sinceMs = this.#asleepSinceMs ?? clock.monotonicMs();
      // Timers that run for so long say that it is awake, where the system's own word was missed.
      if (clock.monotonicMs() - sinceMs >= fallsAsleepWithinMs) this.#asleepSinceMs = null;
      this.#turn();
    }, lookEveryMs);
    this.look();
  }
}

const asleepNow = { state: 'asleep', forMs: 0 } as const;
