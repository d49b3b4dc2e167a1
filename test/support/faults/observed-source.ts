import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CheckAnswer, OrderSource } from '../../../main/engine/watch/ports.ts';

/** One check from its beginning to its end. */
export interface SeenCheck {
  readonly id: OrderId;
  /** On the monotonic clock. */
  readonly startedAtMs: number;
  /** On the monotonic clock and by the wall clock; null while it is under way. */
  endedAtMs: number | null;
  endedWallMs: number | null;
  /** `observed`, `unchanged`, the code of a failure, or `aborted`. */
  outcome: string | null;
  order: Order | null;
  error: unknown;
}

/** Passes checks on to a source and records each with its outcome, and how many ran at once. */
export class ObservedSource implements OrderSource {
  readonly #source: OrderSource;
  readonly #clock: Clock;
  readonly #runningOf = new Map<OrderId, number>();
  readonly checks: SeenCheck[] = [];
  running = 0;
  mostRunning = 0;
  mostRunningPerOrder = 0;

  constructor(source: OrderSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  async check(id: OrderId, signal: AbortSignal): Promise<CheckAnswer> {
    const seen: SeenCheck = {
      id,
      startedAtMs: this.#clock.monotonicMs(),
      endedAtMs: null,
      endedWallMs: null,
      outcome: null,
      order: null,
      error: null,
    };
    this.checks.push(seen);
    this.#count(id, 1);
    try {
      const answer = await this.#source.check(id, signal);
      // The watcher ignores an answer that comes after it aborted the check.
      seen.outcome = signal.aborted ? 'aborted' : answer.kind;
      if (answer.kind === 'observed') seen.order = answer.order;
      return answer;
    } catch (error) {
      seen.error = error;
      seen.outcome = signal.aborted ? 'aborted' : outcomeOf(error);
      throw error;
    } finally {
      seen.endedAtMs = this.#clock.monotonicMs();
      seen.endedWallMs = this.#clock.wallMs();
      this.#count(id, -1);
    }
  }

  forget(id: OrderId): void {
    this.#source.forget(id);
  }

  /** The outcomes of the checks from this index on: those of one order, or all. */
  outcomes(fromIndex = 0, id?: OrderId): readonly string[] {
    return this.checks
      .slice(fromIndex)
      .filter((check) => id === undefined || check.id === id)
      .flatMap(({ outcome }) => outcome ?? []);
  }

  #count(id: OrderId, by: 1 | -1): void {
    const ofOrder = (this.#runningOf.get(id) ?? 0) + by;
    this.#runningOf.set(id, ofOrder);
    this.running += by;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    this.mostRunningPerOrder = Math.max(this.mostRunningPerOrder, ofOrder);
  }
}

function outcomeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'defect';
}
