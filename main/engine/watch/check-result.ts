import {
  type DeliveryFailureCode,
  isOrderFailure,
  type OrderFailureCode,
} from '../../../core/delivery/delivery-failure.ts';
import { retryDelayMs } from '../../../core/delivery/retry-delay.ts';
import { judgeCourierTime } from '../../../core/order/courier-time.ts';
import type { FixNote } from '../../../core/order/courier-time.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { shortPauseMs } from '../../../core/watch/service-health.ts';
import type { ChangePublisher } from './change-publisher.ts';
import type { CheckPace } from './check-pace.ts';
import type { CheckFailure, CircuitBreaker, SentRequest } from './circuit-breaker.ts';
import type { Clock } from '../../../core/clock.ts';
import { confirmed, observed, refused } from './observation.ts';
import type {
  CheckAnswer,
  DecideProblemNotifications,
  DecideNotifications,
  ExplainUpdate,
  OrderSource,
  ReduceAnswer,
} from './ports.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Scheduler } from './scheduler.ts';
import type { OrderLimits } from './order-limits.ts';
import { type HeldRefusal, SharedRefusals } from './shared-refusals.ts';
import type { WatchEntries, WatchEntry } from './watch-list.ts';

/** An unchanged order's time of confirmation is stored at most this often. */
const storeConfirmationEveryMs = 300_000;
/** Pauses between checks of one order that fail although the host is fine. */
const orderRetry = { baseMs: 4000, maxMs: 60_000 };

/** So many others are asked at once to tell whether a refusal is about one order or about all. */
const askedToTell = 2;

/** How long it may take until all orders are refused, where that does not begin for all at once. */
const refusedOneByOneMs = 60_000;

/** One request about one order. */
export interface Check extends SentRequest {
  readonly id: OrderId;
  /** A person asked for it. */
  readonly isUrgent: boolean;
}

export type CheckOutcome =
  | { readonly kind: 'answered'; readonly answer: CheckAnswer }
  | { readonly kind: 'failed'; readonly failure: CheckFailure }
  /** The source threw something that it must not throw: a defect. */
  | { readonly kind: 'broken'; readonly error: unknown };

/** What a {@link CheckResultHandler} works with. */
export interface CheckResultParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly source: OrderSource;
  readonly entries: WatchEntries;
  readonly breaker: CircuitBreaker;
  readonly limiter: RateLimiter;
  readonly scheduler: Scheduler;
  readonly pace: Pick<CheckPace, 'read'>;
  readonly publisher: ChangePublisher;
  readonly orderLimits: OrderLimits;
  readonly decideNotifications: DecideNotifications;
  readonly decideProblemNotifications?: DecideProblemNotifications;
  readonly explainUpdate?: ExplainUpdate;
  readonly noted?: (note: FixNote) => void;
  /** Default: answers are accepted whole. */
  readonly reduceAnswer?: ReduceAnswer;
  readonly reportDefect: (error: unknown) => void;
}

/**
 * Applies the outcome of each check to the order and to the circuit breaker, and plans the next check.
 * Every outcome plans one unless the order needs no more, so no source can end the watching.
 */
export class CheckResultHandler {
  readonly #parts: CheckResultParts;
  readonly #refusals: SharedRefusals;
  /** When checks last went on after a break. */
  #resumedAtMs = Number.NEGATIVE_INFINITY;
  /** How far the clock of couriers' positions is ahead of ours. */
  #courierClockAheadMs = 0;

  constructor(parts: CheckResultParts) {
    this.#parts = parts;
    const { entries, scheduler } = parts;
    this.#refusals = new SharedRefusals(entries, (id) => scheduler.everyMs(id) !== null);
  }

  /** The orders whose answer shows best whether the service is back. */
  get telling(): Iterable<OrderId> {
    return this.#refusals.telling;
  }

  /** Another service is asked from now on. */
  serviceChanged(): void {
    this.#refusals.serviceChanged(this.#parts.clock.wallMs());
  }

  ended(check: Check, outcome: CheckOutcome): void {
    const entry = this.#parts.entries.get(check.id);
    if (entry === undefined) return;
    this.#parts.publisher.touch(check.id);
    try {
      this.#apply(entry, check, outcome);
    } catch (error) {
      this.#notApplied(entry, error);
    }
  }

  /** Checks go on after a break: the first answer of each order is stored, which ends what was not known. */
  resumed(): void {
    this.#resumedAtMs = this.#parts.clock.wallMs();
  }

  /** Stores when each order was last confirmed, unless that is stored already. */
  storeConfirmations(): void {
    for (const entry of this.#parts.entries.values()) this.#storeConfirmation(entry, 1);
  }

  #apply(entry: WatchEntry, check: Check, outcome: CheckOutcome): void {
    switch (outcome.kind) {
      case 'answered':
        this.#reached(check);
        this.#answered(entry, check, outcome.answer);
        break;
      case 'failed':
        this.#failed(entry, check, outcome.failure);
        break;
      case 'broken': {
        this.#parts.reportDefect(outcome.error);
        this.#reached(check);
        const code = 'answer-unreadable';
        this.#refusedAlone(entry, { code, httpStatus: null, retryAfterMs: null });
        break;
      }
    }
  }

  /** An answer could not be applied, because a disk fails or by a defect: asks for a whole one again. */
  #notApplied(entry: WatchEntry, error: unknown): void {
    const { random, reportDefect, scheduler, source } = this.#parts;
    reportDefect(error);
    source.forget(entry.watched.id);
    entry.failureCount += 1;
    scheduler.planIn(entry.watched.id, retryDelayMs(entry.failureCount, orderRetry, random));
  }

  #answered(entry: WatchEntry, check: Check, answer: CheckAnswer): void {
    const { clock, limiter, pace, scheduler } = this.#parts;
    const before = entry.watched.problem?.code ?? null;
    pace.read(clock.wallMs());
    if (answer.kind === 'unchanged') this.#confirmed(entry);
    else this.#observed(entry, answer);
    entry.failureCount = 0;
    if (answer.stated !== undefined) limiter.obey(answer.stated);
    scheduler.planNext(entry, limiter.slotMs);
    for (const refusal of this.#refusals.answered(check.id, check)) this.#settle(refusal);
    if (before !== null && isOrderFailure(before)) this.#askAgain(before);
    this.#reportLongPause(check);
  }

  /** A pause that leaves all orders unchecked for long is a state, whatever answer it came with. */
  #reportLongPause(check: Check): void {
    const { breaker, limiter, scheduler } = this.#parts;
    const retryAfterMs = limiter.closedForMs;
    if (retryAfterMs < shortPauseMs) return;
    const failure = { code: 'rate-limited', httpStatus: null, retryAfterMs } as const;
    breaker.failed(failure, check, scheduler.plannedCount);
  }

  #confirmed(entry: WatchEntry): void {
    const { clock, decideNotifications, explainUpdate, publisher, source } = this.#parts;
    const { watched } = entry;
    const nowMs = clock.wallMs();
    if (watched.order === null) {
      // "Unchanged" since an answer that we do not have: the next answer must be a whole one.
      source.forget(watched.id);
      return;
    }
    const update = explainUpdate?.(watched, watched.order, null) ?? null;
    entry.watched = confirmed(watched, nowMs, update);
    // Its people may have been erased while the service refused to show it.
    if (watched.problem !== null) source.forget(watched.id);
    if (update !== null) {
      entry.storedObservedAtMs = nowMs;
      const decided = decideNotifications(update, entry.watched);
      publisher.recordAnswer({ watched: entry.watched, update, ...decided });
    } else if (watched.problem !== null) {
      publisher.recordAnswer({ watched: entry.watched, notifications: [] });
    } else this.#storeConfirmation(entry, storeConfirmationEveryMs);
  }

  #observed(entry: WatchEntry, answer: Extract<CheckAnswer, { kind: 'observed' }>): void {
    const { clock, decideNotifications, explainUpdate, noted, publisher, reduceAnswer } =
      this.#parts;
    const nowMs = clock.wallMs();
    const { order, rawJson } =
      reduceAnswer?.(entry.watched.id, answer.order, answer.rawJson) ?? answer;
    const aheadMs = this.#courierClockAheadMs;
    const judged = judgeCourierTime(entry.watched.order, order, nowMs, aheadMs);
    this.#courierClockAheadMs = judged.aheadMs;
    if (judged.note !== null) noted?.(judged.note);
    const limits = this.#parts.orderLimits.moveLimitsOf(entry.watched);
    const { watched, update } = observed(entry.watched, judged.order, nowMs, explainUpdate, limits);
    entry.watched = watched;
    entry.storedObservedAtMs = nowMs;
    if (update === null) publisher.recordAnswer({ watched, rawJson, notifications: [] });
    else {
      publisher.recordAnswer({
        watched,
        rawJson,
        update,
        ...decideNotifications(update, watched),
      });
    }
  }

  #failed(entry: WatchEntry, check: Check, failure: CheckFailure): void {
    const { breaker, limiter, random, scheduler } = this.#parts;
    if (isOrderFailure(failure.code)) {
      this.#refused(entry, check, failure);
      if (failure.retryAfterMs !== null) limiter.pause(failure.retryAfterMs);
      this.#reportLongPause(check);
      return;
    }
    const wasOpen = breaker.isOpen;
    breaker.failed(failure, check, scheduler.plannedCount + 1);
    if (failure.code === 'rate-limited' && !wasOpen) limiter.slowDown();
    if (breaker.isOpen) {
      if (!wasOpen) this.#excuseAll();
      // The next attempt is made with another order: one order that always fails would otherwise keep the
      // service unreachable for all.
      if (check.isAttempt) scheduler.planNext(entry, limiter.slotMs);
      else scheduler.again(check);
      return;
    }
    entry.failureCount += 1;
    if (entry.failureCount > 1) this.#refuse(entry, failure);
    scheduler.planRetry(entry, retryDelayMs(entry.failureCount, orderRetry, random));
  }

  /** An order was refused. If others may be too, that is told once they were asked. */
  #refused(entry: WatchEntry, check: Check, failure: CheckFailure): void {
    const { breaker, clock, limiter, scheduler } = this.#parts;
    const { id } = entry.watched;
    const nowMs = clock.wallMs();
    if (breaker.isOpen && this.#refusals.isOfAll) {
      breaker.refusedAll(this.#refusals.again(id, failure), check);
      scheduler.planNext(entry, limiter.slotMs);
      return;
    }
    if (!this.#refusals.mayBeOfAll(entry, failure, nowMs)) {
      this.#reached(check);
      this.#refusedAlone(entry, failure);
      return;
    }
    scheduler.planNext(entry, limiter.slotMs);
    const verdict = this.#refusals.add({ id, failure, check }, nowMs);
    switch (verdict.kind) {
      case 'apart':
        for (const refusal of verdict.refusals) this.#settle(refusal);
        break;
      case 'together':
        breaker.refusedAll(verdict.failure, check);
        this.#excuseAll(failure.code);
        break;
      case 'open': {
        if (breaker.isOpen) this.#reached(check);
        // What is under way has no next time yet, and answers soon.
        const ask = verdict.ask.filter((other) => scheduler.dueAtMs(other) !== null);
        const entries = ask.flatMap((other) => this.#parts.entries.get(other) ?? []);
        const { catchUpPerSecond, statedEveryMs } = limiter;
        scheduler.hasten(entries.slice(0, askedToTell), catchUpPerSecond, statedEveryMs);
        break;
      }
    }
  }

  /** A refusal that waited is about its order. */
  #settle({ check, failure, id }: HeldRefusal): void {
    const { entries, publisher, scheduler } = this.#parts;
    const entry = entries.get(id);
    if (entry === undefined) return;
    this.#reached(check);
    publisher.touch(id);
    const isUnderWay = scheduler.dueAtMs(id) === null;
    this.#refusedAlone(entry, failure, isUnderWay);
  }

  #refusedAlone(entry: WatchEntry, failure: CheckFailure, isUnderWay = false): void {
    const { limiter, scheduler } = this.#parts;
    // "Not found" is told by how often the service said so, whatever else failed before.
    const isSame = entry.watched.problem?.code === failure.code;
    entry.failureCount = isSame ? entry.failureCount + 1 : 1;
    this.#refuse(entry, failure);
    if (!isUnderWay) scheduler.planNext(entry, limiter.slotMs);
  }

  /** What refused one order may have refused others, too few to tell: they are asked as after a loss of contact. */
  #askAgain(code: OrderFailureCode): void {
    const { entries, limiter, scheduler } = this.#parts;
    const others = [...entries.values()].filter(
      ({ watched: { id, observedAtMs, problem } }) =>
        problem?.code === code && observedAtMs !== null && scheduler.dueAtMs(id) !== null,
    );
    scheduler.hasten(others, limiter.catchUpPerSecond, limiter.statedEveryMs);
  }

  #refuse(entry: WatchEntry, failure: CheckFailure): void {
    const nowMs = this.#parts.clock.wallMs();
    entry.watched = refused(entry.watched, failure, entry.failureCount, nowMs);
    const notifications = this.#parts.decideProblemNotifications?.(entry.watched, nowMs) ?? [];
    this.#parts.publisher.recordAnswer({ watched: entry.watched, notifications });
  }

  /**
   * Clears problems of single orders that turned out to be the host's: the service's health tells of it.
   *
   * @param refusedAs how all orders are refused, which began with some of them while others were still read
   */
  #excuseAll(refusedAs: DeliveryFailureCode | null = null): void {
    const { clock, publisher, entries } = this.#parts;
    const fromMs = clock.wallMs() - refusedOneByOneMs;
    publisher.touchAll(entries.keys());
    for (const entry of entries.values()) {
      const { observedAtMs, problem } = entry.watched;
      if (problem === null) continue;
      const isBeginning =
        problem.code === refusedAs && observedAtMs !== null && problem.sinceMs >= fromMs;
      if (isOrderFailure(problem.code) && !isBeginning) continue;
      entry.failureCount = 0;
      entry.watched = { ...entry.watched, problem: null };
      publisher.recordAnswer({ watched: entry.watched, notifications: [] });
    }
  }

  #reached(check: SentRequest): void {
    const { breaker, publisher, entries, limiter, scheduler } = this.#parts;
    if (!breaker.answered(check)) return;
    this.#refusals.ended();
    this.resumed();
    scheduler.catchUp(limiter.catchUpPerSecond);
    publisher.touchAll(entries.keys());
  }

  #storeConfirmation(entry: WatchEntry, olderThanMs: number): void {
    const { observedAtMs } = entry.watched;
    if (observedAtMs === null) return;
    const storedMs = entry.storedObservedAtMs ?? 0;
    if (observedAtMs - storedMs < olderThanMs && storedMs >= this.#resumedAtMs) return;
    entry.storedObservedAtMs = observedAtMs;
    this.#parts.publisher.recordConfirmation({ watched: entry.watched, notifications: [] });
  }
}
