import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { FinishedJourney } from '../../../core/forecast/journey.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import type { RecordedOrder, Situation } from '../../../core/recording/recorded-state.ts';
import type { MatchedWait } from '../../../core/watch/learned-waits.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { Forecasts } from '../notify/forecasts.ts';
import type { LearnedHistory } from '../notify/ports.ts';
import {
  isAnswering,
  isResumed,
  lastAnswered,
  lastAnswerMs,
  resumedBeforeMs,
} from '../recorder/last-answer.ts';

/** An order whose first answer after a break is not recorded by then was answered. */
const answeredWithinMs = 60_000;

/** A time in which answers came; null while they do. */
interface Stretch {
  readonly fromMs: number;
  untilMs: number | null;
}

/** What was recorded, as it was at the moment to which a replay has come. All its desks see the same. */
export class ReplayedWatch {
  readonly #orders = new Map<OrderId, RecordedOrder>();
  readonly #underWay = new Set<OrderId>();
  /** What is known of the ways of couriers. */
  readonly forecasts: Forecasts;
  readonly #waits: MatchedWait[];
  readonly #agesMs: number[];
  readonly #stretches: Stretch[];
  #situation: Situation;
  #openId: OrderId | null = null;

  constructor(
    situation: Situation,
    sinceMs: number,
    learned: LearnedHistory,
    journeys: readonly FinishedJourney[] = [],
  ) {
    this.forecasts = new Forecasts({ finishedJourneys: () => journeys });
    this.#situation = situation;
    const untilMs = isAnswering(situation)
      ? null
      : lastAnswerMs({ atMs: sinceMs, state: situation }, sinceMs);
    const isBeginning = situation.startedAtMs >= sinceMs && untilMs === null;
    const before: Stretch = { fromMs: -Infinity, untilMs: isBeginning ? sinceMs : untilMs };
    this.#stretches = isBeginning ? [before, { fromMs: sinceMs, untilMs: null }] : [before];
    this.#waits = [...learned.courierWaits()];
    this.#agesMs = [...learned.positionAgesMs(Number.MAX_SAFE_INTEGER)];
  }

  get situation(): Situation {
    return this.#situation;
  }

  /** The order whose details are open in front. */
  get openId(): OrderId | null {
    return this.#openId;
  }

  get count(): number {
    return this.#orders.size;
  }

  /** Orders that may come to wait for something. */
  get underWay(): ReadonlySet<OrderId> {
    return this.#underWay;
  }

  /** What the next run of the program begins to learn from. */
  get learned(): LearnedHistory {
    return {
      courierWaits: () => this.#waits,
      positionAgesMs: (limit) => this.#agesMs.slice(-limit),
    };
  }

  get ids(): readonly OrderId[] {
    return [...this.#orders.keys()];
  }

  /** The orders as they were recorded. */
  get states(): readonly WatchedOrder[] {
    return [...this.#orders.values()].map(({ watched }) => watched);
  }

  recorded(id: OrderId): RecordedOrder | undefined {
    return this.#orders.get(id);
  }

  /** An order as the program knew it then, with its last answer. */
  find(id: OrderId, nowMs: number): WatchedOrder | undefined {
    const found = this.#orders.get(id);
    return found && this.#answered(found.watched, nowMs);
  }

  list(nowMs: number): readonly WatchedOrder[] {
    return [...this.#orders.values()].map(({ watched }) => this.#answered(watched, nowMs));
  }

  /** An order with its last answer: answers without news are not recorded, but for the first after a break. */
  #answered(watched: WatchedOrder, nowMs: number): WatchedOrder {
    const observedAtMs = watched.observedAtMs ?? nowMs;
    const last = this.#stretches.findLast(
      ({ fromMs, untilMs }) =>
        fromMs <= Math.max(observedAtMs, (untilMs ?? nowMs) - answeredWithinMs),
    );
    return lastAnswered(watched, last?.untilMs ?? nowMs);
  }

  situationChanged(situation: Situation, atMs: number): void {
    // A run of the program begins with no order in front.
    if (situation.startedAtMs !== this.#situation.startedAtMs) this.#openId = null;
    const last = this.#stretches.at(-1);
    if (
      last?.untilMs === null &&
      (!isAnswering(situation) || isResumed(this.#situation, situation))
    ) {
      // Before, or a run that begins at once would seem to have read all orders.
      last.untilMs = lastAnswerMs({ atMs, state: situation }, atMs) - 1;
    }
    if (isResumed(this.#situation, situation)) {
      const { startedAtMs, wokeAtMs } = this.#situation;
      const isSameRun = startedAtMs === situation.startedAtMs && wokeAtMs === situation.wokeAtMs;
      this.#stretches.push({ fromMs: isSameRun ? atMs - resumedBeforeMs : atMs, untilMs: null });
    }
    this.#situation = situation;
  }

  orderChanged(order: RecordedOrder, update: OrderUpdate | null): void {
    const { watched } = order;
    const { id } = watched;
    this.#orders.set(id, order);
    if (order.isOpen) this.#openId = id;
    else if (this.#openId === id) this.#openId = null;
    if (watched.order !== null && isFinished(watched.order.status.phase)) this.#underWay.delete(id);
    else this.#underWay.add(id);
    this.forecasts.orderUpdated(watched);
    if (update !== null) this.#learn(update);
  }

  #learn({ changes, courierWaitMs, seenAtMs }: OrderUpdate): void {
    if (courierWaitMs !== undefined) this.#waits.push({ atMs: seenAtMs, waitMs: courierWaitMs });
    const move = changes.find((change) => change.field === 'courier.location');
    const reportedAtMs = move?.after?.reportedAtMs ?? null;
    if (reportedAtMs !== null) this.#agesMs.push(seenAtMs - reportedAtMs);
  }
}
