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

/** Tells the team who is at this desk: when that changes, and every quarter of a minute. */
export class PresenceReporter {
  readonly #parts: PresenceReporterParts;
  #said: Pick<SaidPresence, 'state' | 'answers'> | null = null;
  #saidAtMs = Number.NEGATIVE_INFINITY;
  #isAsleep = false;
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
    this.#isAsleep = true;
    this.look();
  }

  /** It woke, its screen was locked or unlocked, or a person is back. */
  look(): void {
    const { answers, attendance, clock, say } = this.#parts;
    const { forMs, state } = this.#isAsleep ? asleepNow : attendance();
    const said = { state, answers: answers().slice(0, mostAnswers) };
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#saidAtMs < saidEveryMs && sameValue(said, this.#said)) return;
    const hasContact = say({ ...said, forMs: Math.max(0, Math.round(forMs)) });
    // Without contact it is said as soon as there is some.
    this.#said = hasContact ? said : null;
    this.#saidAtMs = nowMs;
  }

  woke(): void {
    this.#isAsleep = false;
    this.look();
  }

  #turn(): void {
    // A timer that runs says that the computer is awake, where the system's own word was missed.
    this.#cancel = this.#parts.clock.schedule(() => {
      this.#isAsleep = false;
      this.#turn();
    }, lookEveryMs);
    this.look();
  }
}

const asleepNow = { state: 'asleep', forMs: 0 } as const;
