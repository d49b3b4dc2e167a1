import { judgeCourierTime } from '../../core/order/courier-time.ts';
import type { FixNote } from '../../core/order/courier-time.ts';
import { failureScope } from '../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import { paceFacts } from '../../core/watch/pace-facts.ts';
import { hasAnswer, lastAnswer, withFacts } from '../../core/watch/shelved-order.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { retryDelayMs } from '../../core/delivery/retry-delay.ts';
import type { Announcer } from './announcer.ts';
import type { Clock } from './clock.ts';
import type { Check, CheckOutcome } from './in-flight.ts';
import { confirmed, observed, refused } from './observation.ts';
import type { Pacer } from './pacer.ts';
import type {
  CheckAnswer,
  DecideProblemTellings,
  DecideTellings,
  ExplainUpdate,
  OrderSource,
  ReduceAnswer,
} from './ports.ts';
import type { SeenFailure, SightKeeper } from './sight-keeper.ts';
import type { WatchEntries, WatchEntry } from './watch-entry.ts';

/** An unchanged order's time of confirmation is stored at most this often. */
const storeConfirmationEveryMs = 300_000;
/** Pauses between checks of one order that fail although the host is fine. */
const orderRetry = { baseMs: 4000, maxMs: 60_000 };

/** What {@link Verdicts} work with. */
export interface VerdictParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly source: OrderSource;
  readonly entries: WatchEntries;
  readonly sight: SightKeeper;
  readonly pacer: Pacer;
  readonly announcer: Announcer;
  readonly decideTellings: DecideTellings;
  readonly decideProblemTellings?: DecideProblemTellings;
  readonly explainUpdate?: ExplainUpdate;
  readonly isReported?: (id: OrderId) => boolean;
  readonly noted?: (note: FixNote) => void;
  /** Default: everything is taken up. */
  readonly reduceAnswer?: ReduceAnswer;
  readonly reportDefect: (error: unknown) => void;
}

/**
 * What the outcome of a check means: for the order, for whether we see at all, and for when to ask
 * again. Every outcome plans a next check, so nothing that a source does can end the watching.
 */
export class Verdicts {
  readonly #parts: VerdictParts;
  /** How far ahead the clock of couriers' positions is. */
  #aheadMs = 0;

  constructor(parts: VerdictParts) {
    this.#parts = parts;
  }

  ended(check: Check, outcome: CheckOutcome): void {
    const entry = this.#parts.entries.get(check.id);
    if (entry === undefined) return;
    this.#parts.announcer.touch(check.id);
    try {
      this.#judge(entry, check, outcome);
    } catch (error) {
      this.#unjudged(entry, error);
    }
  }

  /** A trusted report brought the order: as good as an answer. */
  accepted(entry: WatchEntry, order: Order, rawJson: string): void {
    this.#parts.announcer.touch(order.id);
    this.#answered(entry, { kind: 'observed', order, rawJson, notes: [] });
  }

  /** Stores when orders were last confirmed, as far as later than what is stored. */
  storeConfirmations(): void {
    for (const entry of this.#parts.entries.values()) this.#storeConfirmation(entry, 1);
  }

  #judge(entry: WatchEntry, check: Check, outcome: CheckOutcome): void {
    switch (outcome.kind) {
      case 'answered':
        this.#sees(check);
        this.#answered(entry, outcome.answer);
        break;
      case 'failed':
        this.#failed(entry, check, outcome.failure);
        break;
      case 'broken':
        this.#parts.reportDefect(outcome.error);
        this.#failed(entry, check, {
          code: 'answer-unreadable',
          httpStatus: null,
          retryAfterMs: null,
        });
        break;
    }
  }

  /** What came could not be compared with what was before (a disk that fails): it is asked for again. */
  #unjudged(entry: WatchEntry, error: unknown): void {
    const { pacer, random, reportDefect, source } = this.#parts;
    reportDefect(error);
    const { id } = entry.watched;
    source.forget(id);
    entry.failureCount += 1;
    pacer.planIn(id, retryDelayMs(entry.failureCount, orderRetry, random));
  }

  #answered(entry: WatchEntry, answer: CheckAnswer): void {
    if (answer.kind === 'unchanged') this.#confirmed(entry);
    else this.#observed(entry, answer);
    entry.failureCount = 0;
    if (answer.stated !== undefined) this.#parts.pacer.obey(answer.stated);
    this.#parts.pacer.planNext(entry);
  }

  #confirmed(entry: WatchEntry): void {
    const { watched } = entry;
    if (!hasAnswer(watched)) {
      // "Unchanged" from an order that we do not have: the source must start anew.
      this.#parts.source.forget(watched.id);
      return;
    }
    this.#explainNothing(watched);
    entry.watched = confirmed(watched, this.#parts.clock.wallMs());
    if (watched.problem === null) this.#storeConfirmation(entry, storeConfirmationEveryMs);
    else this.#parts.announcer.record({ watched: entry.watched, tellings: [] });
  }

  #explainNothing(watched: WatchedOrder): void {
    const { explainUpdate, isReported } = this.#parts;
    if (explainUpdate === undefined || isReported?.(watched.id) === false) return;
    const order = lastAnswer(watched);
    if (order !== null) explainUpdate(watched, order, null);
  }

  #observed(entry: WatchEntry, answer: Extract<CheckAnswer, { kind: 'observed' }>): void {
    const nowMs = this.#parts.clock.wallMs();
    const { order, rawJson } =
      this.#parts.reduceAnswer?.(entry.watched.id, answer.order, answer.rawJson) ?? answer;
    const judged = judgeCourierTime(entry.watched.order, order, nowMs, this.#aheadMs);
    this.#aheadMs = judged.aheadMs;
    if (judged.note !== null) this.#parts.noted?.(judged.note);
    const { watched, update } = observed(
      entry.watched,
      judged.order,
      nowMs,
      this.#parts.explainUpdate,
    );
    entry.watched = watched;
    entry.paceFacts = paceFacts(watched.order, watched.courierTrace);
    entry.storedObservedAtMs = nowMs;
    this.#parts.announcer.record({
      watched,
      rawJson,
      ...(update === null ? {} : { update }),
      tellings: update === null ? [] : this.#parts.decideTellings(update, watched),
    });
  }

  #failed(entry: WatchEntry, check: Check, failure: SeenFailure): void {
    const { sight, pacer } = this.#parts;
    if (failureScope(failure.code) === 'order') {
      this.#sees(check);
      entry.failureCount += 1;
      this.#refuse(entry, failure);
      pacer.planNext(entry);
      return;
    }
    const wasBlind = sight.isBlind;
    sight.failed(failure, check, pacer.plannedCount + 1);
    if (failure.code === 'rate-limited' && !wasBlind) pacer.slowDown();
    if (sight.isBlind) {
      if (!wasBlind) this.#excuseAll();
      // What failed as the single attempt gives way to the others, asked for by name or not: else one
      // order that always fails would keep the desk blind.
      pacer.again({ id: check.id, isUrgent: check.isUrgent && !check.isAttempt });
      return;
    }
    entry.failureCount += 1;
    if (entry.failureCount > 1) this.#refuse(entry, failure);
    pacer.planRetry(entry, retryDelayMs(entry.failureCount, orderRetry, this.#parts.random));
  }

  #refuse(entry: WatchEntry, failure: SeenFailure): void {
    const nowMs = this.#parts.clock.wallMs();
    entry.watched = refused(entry.watched, failure, entry.failureCount, nowMs);
    const tellings = this.#parts.decideProblemTellings?.(entry.watched, nowMs) ?? [];
    this.#parts.announcer.record({ watched: entry.watched, tellings });
  }

  /** What looked like problems of single orders was the host: one fact, told once, elsewhere. */
  #excuseAll(): void {
    const { announcer, entries } = this.#parts;
    announcer.touchAll(entries.keys());
    for (const entry of entries.values()) {
      const { problem } = entry.watched;
      if (problem === null || failureScope(problem.code) === 'order') continue;
      entry.failureCount = 0;
      entry.watched = withFacts(entry.watched, { problem: null });
      announcer.record({ watched: entry.watched, tellings: [] });
    }
  }

  #sees(check: Check): void {
    const { announcer, entries, pacer, sight } = this.#parts;
    if (!sight.answered(check)) return;
    pacer.rankOverdue();
    announcer.touchAll(entries.keys());
  }

  #storeConfirmation(entry: WatchEntry, olderThanMs: number): void {
    const { observedAtMs } = entry.watched;
    if (observedAtMs === null) return;
    if (observedAtMs - (entry.storedObservedAtMs ?? 0) < olderThanMs) return;
    entry.storedObservedAtMs = observedAtMs;
    this.#parts.announcer.recordQuietly({ watched: entry.watched, tellings: [] });
  }
}
