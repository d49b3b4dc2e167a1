import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { CheckCancellation } from './cancellation.ts';
import type { Clock } from './clock.ts';
import type { CheckAnswer, OrderSource } from './ports.ts';
import type { SeenFailure } from './sight-keeper.ts';

/** One request about one order. */
export interface Check {
  readonly id: OrderId;
  /** Somebody asked for it by name. */
  readonly isUrgent: boolean;
  /** It is the single attempt while blind. */
  readonly isAttempt: boolean;
  /** Nobody waits for it, see {@link OrderSource.check}. */
  readonly mayWait: boolean;
  /** On the monotonic clock. */
  readonly startedAtMs: number;
  /** Counts all checks in the order of their beginning. */
  readonly sequence: number;
}

export type CheckOutcome =
  | { readonly kind: 'answered'; readonly answer: CheckAnswer }
  | { readonly kind: 'failed'; readonly failure: SeenFailure }
  /** The source threw something that it must not throw: a defect. */
  | { readonly kind: 'broken'; readonly error: unknown };

/** No check is waited for longer than this, whatever the source promised about its own limits. */
const deadlineMs = 60_000;

/** A check under way is its own cancellation: one object less for each. */
class Running extends CheckCancellation implements Check {
  readonly id: OrderId;
  readonly isUrgent: boolean;
  readonly isAttempt: boolean;
  readonly mayWait: boolean;
  readonly startedAtMs: number;
  readonly sequence: number;

  constructor(id: OrderId, kind: CheckKind, startedAtMs: number, sequence: number) {
    super();
    this.id = id;
    this.isUrgent = kind.isUrgent;
    this.isAttempt = kind.isAttempt;
    this.mayWait = kind.mayWait;
    this.startedAtMs = startedAtMs;
    this.sequence = sequence;
  }
}

type CheckKind = Pick<Check, 'isUrgent' | 'isAttempt' | 'mayWait'>;

/**
 * The requests under way: at most one per order. What was abandoned (the order removed, the connection
 * changed, the app quitting) is aborted, and its answer is dropped even if it comes.
 */
export class InFlight {
  readonly #source: OrderSource;
  readonly #clock: Clock;
  readonly #ended: (check: Check, outcome: CheckOutcome) => void;
  readonly #running = new Map<OrderId, Running>();
  #unsettledCount = 0;
  #whenIdle: (() => void) | null = null;
  readonly #dropped: (check: Check) => void;
  #begun = 0;

  /**
   * @param ended gets the outcome of each check
   * @param dropped gets the checks whose outcome nobody will hear of
   */
  constructor(
    source: OrderSource,
    clock: Clock,
    ended: (check: Check, outcome: CheckOutcome) => void,
    dropped: (check: Check) => void,
  ) {
    this.#dropped = dropped;
    this.#source = source;
    this.#clock = clock;
    this.#ended = ended;
  }

  /** How many requests hold a connection, abandoned ones included until they let go. */
  get size(): number {
    return this.#unsettledCount;
  }

  /** How many requests somebody still waits for. */
  get awaited(): number {
    return this.#running.size;
  }

  has(id: OrderId): boolean {
    return this.#running.has(id);
  }

  /** When the oldest request has to be given up, on the monotonic clock; null when none runs. */
  get deadlineAtMs(): number | null {
    for (const check of this.#running.values()) return check.startedAtMs + deadlineMs;
    return null;
  }

  /** @returns the number of the check, see {@link Check.sequence} */
  start(id: OrderId, kind: CheckKind): number {
    const check = new Running(id, kind, this.#clock.monotonicMs(), this.#begun);
    this.#begun += 1;
    this.#running.set(id, check);
    this.#unsettledCount += 1;
    this.#asked(check).then(
      (answer) => this.#settled(check, { kind: 'answered', answer }),
      (error: unknown) => this.#settled(check, failedBy(error)),
    );
    return check.sequence;
  }

  /** Aborts the request about this order, if there is one; its outcome is not reported. */
  abandon(id: OrderId): void {
    const check = this.#running.get(id);
    if (check === undefined) return;
    this.#running.delete(id);
    this.#dropped(check);
    check.abort();
  }

  /** Aborts everything. @returns what was under way */
  abandonAll(): readonly Check[] {
    const checks = [...this.#running.values()];
    for (const check of checks) this.abandon(check.id);
    return checks;
  }

  /** Gives up what takes longer than any answer can, so that no source can hold the watcher. */
  expire(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const check of this.#running.values()) {
      if (check.startedAtMs + deadlineMs > nowMs) break;
      this.abandon(check.id);
      this.#ended(check, {
        kind: 'failed',
        failure: { code: 'timeout', httpStatus: null, retryAfterMs: null },
      });
    }
  }

  /** Resolves when no request is left, at the latest after `withinMs`. */
  async idle(withinMs: number): Promise<void> {
    if (this.#unsettledCount === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.schedule(resolve, withinMs);
    this.#whenIdle = resolve;
    await promise;
    cancel();
  }

  /** Whatever a source does, a check ends in one way or the other. */
  #asked(check: Running): Promise<CheckAnswer> {
    try {
      return this.#source.check(check.id, check, check.mayWait);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new TypeError(String(error)));
    }
  }

  #settled(check: Running, outcome: CheckOutcome): void {
    this.#unsettledCount -= 1;
    if (this.#running.get(check.id) === check) {
      this.#running.delete(check.id);
      this.#ended(check, outcome);
    }
    if (this.#unsettledCount === 0) this.#whenIdle?.();
  }
}

function failedBy(error: unknown): CheckOutcome {
  if (error instanceof DeliveryError) return { kind: 'failed', failure: error };
  return { kind: 'broken', error };
}
