import type { DeliveryFailureCode } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { CheckFailure, SentRequest } from './circuit-breaker.ts';
import type { WatchEntries, WatchEntry } from './watch-list.ts';

/** So many orders that were known and are refused alike, and no answer between, are a loss of contact. */
const togetherFrom = 3;
/** An order that was read within this time is known. */
const knownForMs = 60 * 60_000;

/** Refusals that a service, or what stands in front of it, may answer for all orders at once. */
const sharedCodes: ReadonlySet<DeliveryFailureCode> = new Set([
  'order-forbidden',
  'order-not-found',
  'order-gone',
  'order-rejected',
  'answer-unreadable',
]);

/** A refusal that waits for what is answered about other orders. */
export interface HeldRefusal {
  readonly id: OrderId;
  readonly failure: CheckFailure;
  readonly check: SentRequest;
}

/** What a refusal turned out to be. */
export type RefusalVerdict =
  /** Each is about its order. */
  | { readonly kind: 'apart'; readonly refusals: readonly HeldRefusal[] }
  /** All known orders are refused alike. */
  | { readonly kind: 'together'; readonly failure: CheckFailure }
  /** These orders have to be asked before it can be told. */
  | { readonly kind: 'open'; readonly ask: readonly OrderId[] };

/**
 * Tells refusals of single orders from a refusal of all. A path that leads nowhere or a session that ended is answered
 * for each order as if it was about that one; whose it is shows only in what is answered about the others. So the refusal
 * of an order that was read lately waits until two others that were read lately were asked: three refusals of one kind
 * without a good answer to a later request are a loss of contact, anything else is about the single orders.
 */
export class SharedRefusals {
  readonly #entries: WatchEntries;
  readonly #isChecked: (id: OrderId) => boolean;
  readonly #held = new Map<OrderId, HeldRefusal>();
  /** While all are refused: the orders that were known. */
  #known: readonly OrderId[] | null = null;
  /** Those of them that were not refused again in this round. */
  readonly #telling = new Set<OrderId>();
  /** What was read before is of another service. */
  #fromMs = Number.NEGATIVE_INFINITY;

  /** @param isChecked whether an order is checked at all */
  constructor(entries: WatchEntries, isChecked: (id: OrderId) => boolean) {
    this.#entries = entries;
    this.#isChecked = isChecked;
  }

  /** Whether all known orders are refused alike, as far as is known. */
  get isOfAll(): boolean {
    return this.#known !== null;
  }

  /** The orders whose answer shows best whether it goes on. */
  get telling(): Iterable<OrderId> {
    return this.#telling;
  }

  /** Whether the refusal of this order may be one of all. */
  mayBeOfAll({ watched }: WatchEntry, { code }: CheckFailure, nowMs: number): boolean {
    return sharedCodes.has(code) && (this.#held.has(watched.id) || this.#isKnown(watched, nowMs));
  }

  /** Adds a refusal that {@link mayBeOfAll} is true of. */
  add(refusal: HeldRefusal, nowMs: number): RefusalVerdict {
    this.#held.set(refusal.id, this.#held.get(refusal.id) ?? refusal);
    for (const id of this.#held.keys()) if (!this.#entries.has(id)) this.#held.delete(id);
    const others = [...this.#entries.values()].flatMap(({ watched }) =>
      this.#isOther(watched, nowMs) ? [watched] : [],
    );
    const isSame = [...this.#held.values()].every(
      ({ failure }) => failure.code === refusal.failure.code,
    );
    if (!isSame || this.#held.size + others.length < togetherFrom) return this.#apart();
    if (this.#held.size >= togetherFrom) {
      this.#known = [...others.map(({ id }) => id), ...this.#held.keys()];
      this.#beginRound();
      this.#held.clear();
      return { kind: 'together', failure: lossBy(refusal.failure) };
    }
    const latest = others.toSorted(
      (one, other) => (other.observedAtMs ?? 0) - (one.observedAtMs ?? 0),
    );
    return { kind: 'open', ask: latest.map(({ id }) => id) };
  }

  /** An order was answered well. @returns the refusals of earlier requests, which are about their orders then */
  answered(id: OrderId, { sequence }: SentRequest): readonly HeldRefusal[] {
    if (this.#held.size === 0) return [];
    this.#held.delete(id);
    const earlier = [...this.#held.values()].filter(({ check }) => check.sequence < sequence);
    for (const refusal of earlier) this.#held.delete(refusal.id);
    return earlier;
  }

  /**
   * An order was refused once more while all are. After each round of the known orders one of the others is tried, so
   * that none waits for orders that are really gone.
   *
   * @returns what it says of the service
   */
  again(id: OrderId, failure: CheckFailure): CheckFailure {
    if (!this.#telling.delete(id) && this.#telling.size === 0) this.#beginRound();
    return lossBy(failure);
  }

  /** Another service is asked from now on. */
  serviceChanged(nowMs: number): void {
    this.#fromMs = nowMs;
    this.#held.clear();
    this.ended();
  }

  /** The service answers again. */
  ended(): void {
    this.#known = null;
    this.#telling.clear();
  }

  #beginRound(): void {
    for (const id of this.#known ?? []) this.#telling.add(id);
  }

  /** Whether an order was read lately, and not refused since. */
  #isKnown({ observedAtMs, problem }: WatchedOrder, nowMs: number): boolean {
    const sinceMs = Math.max(nowMs - knownForMs, this.#fromMs);
    const isRead = observedAtMs !== null && observedAtMs >= sinceMs;
    return isRead && (problem === null || !sharedCodes.has(problem.code));
  }

  #isOther(watched: WatchedOrder, nowMs: number): boolean {
    const { id } = watched;
    return this.#isKnown(watched, nowMs) && !this.#held.has(id) && this.#isChecked(id);
  }

  #apart(): Extract<RefusalVerdict, { kind: 'apart' }> {
    const refusals = [...this.#held.values()];
    this.#held.clear();
    return { kind: 'apart', refusals };
  }
}

/** The loss of contact that a refusal of all orders is. */
function lossBy({ code, httpStatus, retryAfterMs }: CheckFailure): CheckFailure {
  const cause = code === 'order-forbidden' ? 'authorization-refused' : 'service-failing';
  return { code: cause, httpStatus, retryAfterMs };
}
