import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import { isFinished } from '../../core/order/order-status.ts';
import type { RecordedOrder, Situation } from '../../core/recording/recorded-state.ts';
import type { MatchedWait } from '../../core/watch/learned-waits.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { LearnedHistory } from '../notify/ports.ts';
import { lastAnswered, lastAnswerMs } from '../recorder/last-answer.ts';

/** What was recorded, as it was at the moment to which a replay has come. All its desks see the same. */
export class ReplayedWatch {
  readonly #orders = new Map<OrderId, RecordedOrder>();
  readonly #underWay = new Set<OrderId>();
  readonly #waits: MatchedWait[];
  readonly #agesMs: number[];
  #situation: Situation;
  #situationSinceMs: number;
  #openId: OrderId | null = null;

  constructor(situation: Situation, sinceMs: number, learned: LearnedHistory) {
    this.#situation = situation;
    this.#situationSinceMs = sinceMs;
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

  recorded(id: OrderId): RecordedOrder | undefined {
    return this.#orders.get(id);
  }

  /** An order as the program knew it then, with its last answer. */
  find(id: OrderId, nowMs: number): WatchedOrder | undefined {
    const found = this.#orders.get(id);
    return found && lastAnswered(found.watched, this.lastAnswerMs(nowMs));
  }

  list(nowMs: number): readonly WatchedOrder[] {
    const endMs = this.lastAnswerMs(nowMs);
    return [...this.#orders.values()].map(({ watched }) => lastAnswered(watched, endMs));
  }

  /** Until when answers may have come. */
  lastAnswerMs(nowMs: number): number {
    return lastAnswerMs({ atMs: this.#situationSinceMs, state: this.#situation }, nowMs);
  }

  situationChanged(situation: Situation, atMs: number): void {
    // A run of the program begins with no order in front.
    if (situation.startedAtMs !== this.#situation.startedAtMs) this.#openId = null;
    this.#situation = situation;
    this.#situationSinceMs = atMs;
  }

  orderChanged(order: RecordedOrder, update: OrderUpdate | null): void {
    const { watched } = order;
    const { id } = watched;
    this.#orders.set(id, order);
    if (order.isOpen) this.#openId = id;
    else if (this.#openId === id) this.#openId = null;
    if (watched.order !== null && isFinished(watched.order.status.phase)) this.#underWay.delete(id);
    else this.#underWay.add(id);
    if (update !== null) this.#learn(update);
  }

  #learn({ changes, courierWaitMs, seenAtMs }: OrderUpdate): void {
    if (courierWaitMs !== undefined) this.#waits.push({ atMs: seenAtMs, waitMs: courierWaitMs });
    const move = changes.find((change) => change.field === 'courier.location');
    const reportedAtMs = move?.after?.reportedAtMs ?? null;
    if (reportedAtMs !== null) this.#agesMs.push(seenAtMs - reportedAtMs);
  }
}
