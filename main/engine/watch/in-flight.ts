import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { CheckFailure } from './circuit-breaker.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CheckAnswer, OrderSource } from './ports.ts';

/** One request about one order. */
export interface Check {
  readonly id: OrderId;
  /** A person asked for it. */
  readonly isUrgent: boolean;
  /** It is the single attempt while the service is unreachable. */
  readonly isAttempt: boolean;
  /** On the monotonic clock. */
  readonly startedAtMs: number;
  /** Counts all checks in the order of their beginning. */
  readonly sequence: number;
}

export type CheckOutcome =
  | { readonly kind: 'answered'; readonly answer: CheckAnswer }
  | { readonly kind: 'failed'; readonly failure: CheckFailure }
  /** The source threw something that it must not throw: a defect. */
  | { readonly kind: 'broken'; readonly error: unknown };

/** A check is given up after this time, whatever limits the source has of its own. */
const deadlineMs = 60_000;

interface RunningCheck extends Check {
  readonly controller: AbortController;
}

/** What {@link InFlight} works with. */
export interface InFlightParts {
  readonly source: OrderSource;
  readonly clock: Clock;
  /** Gets the outcome of each check that was not abandoned. */
  readonly ended: (check: Check, outcome: CheckOutcome) => void;
  /** Gets each check that was abandoned. */
  readonly dropped: (check: Check) => void;
}

/**
 * The requests under way: at most one per order. An abandoned request (the order was removed, the connection
 * changed, the app quits) is aborted, and its answer is dropped if it still comes.
 */
export class InFlight {
  readonly #parts: InFlightParts;
  readonly #running = new Map<OrderId, RunningCheck>();
  #unsettledCount = 0;
  #whenIdle: (() => void) | null = null;
  #begunCount = 0;

  constructor(parts: InFlightParts) {
    this.#parts = parts;
  }

  /** How many requests hold a connection, abandoned ones included until they let go. */
  get size(): number {
    return this.#unsettledCount;
  }

  /** How many requests are still wanted. */
  get wantedCount(): number {
    return this.#running.size;
  }

  has(id: OrderId): boolean {
    return this.#running.has(id);
  }

  /** Whether a request is under way that a person asked for. */
  isAwaited(id: OrderId): boolean {
    return this.#running.get(id)?.isUrgent === true;
  }

  /** When the oldest request has to be given up, on the monotonic clock; null when none runs. */
  get deadlineAtMs(): number | null {
    const [oldest] = this.#running.values();
    return oldest === undefined ? null : oldest.startedAtMs + deadlineMs;
  }

  start(id: OrderId, kind: Pick<Check, 'isUrgent' | 'isAttempt'>): Check {
    const check = {
      id,
      ...kind,
      startedAtMs: this.#parts.clock.monotonicMs(),
      sequence: this.#begunCount,
      controller: new AbortController(),
    };
    this.#begunCount += 1;
    this.#running.set(id, check);
    this.#unsettledCount += 1;
    this.#asked(check).then(
      (answer) => this.#settled(check, { kind: 'answered', answer }),
      (error: unknown) => this.#settled(check, failedBy(error)),
    );
    return check;
  }

  /** Aborts the request about this order, if there is one; its outcome is not reported. */
  abandon(id: OrderId): void {
    const check = this.#running.get(id);
    if (check === undefined) return;
    this.#running.delete(id);
    this.#parts.dropped(check);
    check.controller.abort();
  }

  /** Aborts everything. @returns what was under way */
  abandonAll(): readonly Check[] {
    const checks = [...this.#running.values()];
    for (const check of checks) this.abandon(check.id);
    return checks;
  }

  /** Gives up requests that are past their deadline, so that no source can block the watcher. */
  expire(): void {
    const nowMs = this.#parts.clock.monotonicMs();
    for (const check of this.#running.values()) {
      if (check.startedAtMs + deadlineMs > nowMs) break;
      this.abandon(check.id);
      const failure = { code: 'timeout', httpStatus: null, retryAfterMs: null } as const;
      this.#parts.ended(check, { kind: 'failed', failure });
    }
  }

  /** Resolves when no request is left, at the latest after `withinMs`. */
  async idle(withinMs: number): Promise<void> {
    if (this.#unsettledCount === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#parts.clock.schedule(resolve, withinMs);
    this.#whenIdle = resolve;
    await promise;
    cancel();
  }

  /** Asks the source. An error that it throws at once becomes a rejection, so that every check ends. */
  #asked(check: RunningCheck): Promise<CheckAnswer> {
    try {
      return this.#parts.source.check(check.id, check.controller.signal);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new TypeError(String(error)));
    }
  }

  #settled(check: RunningCheck, outcome: CheckOutcome): void {
    this.#unsettledCount -= 1;
    if (this.#running.get(check.id) === check) {
      this.#running.delete(check.id);
      this.#parts.ended(check, outcome);
    }
    if (this.#unsettledCount === 0) this.#whenIdle?.();
  }
}

function failedBy(error: unknown): CheckOutcome {
  if (error instanceof DeliveryError) return { kind: 'failed', failure: error };
  return { kind: 'broken', error };
}
