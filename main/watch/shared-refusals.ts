import type { DeliveryFailureCode } from '../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { CheckFailure, SentRequest } from './circuit-breaker.ts';
import type { Check } from './in-flight.ts';
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
  readonly check: Check;
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
  readonly #held = new Map<OrderId, HeldRefusal>();
  /** While all are refused: the known orders, the one that was asked longest ago first. */
  #known: OrderId[] | null = null;

  constructor(entries: WatchEntries) {
    this.#entries = entries;
  }

  /** Whether all known orders are refused alike, as far as is known. */
  get isOfAll(): boolean {
    return this.#known !== null;
  }

  /** The orders whose answer shows whether it goes on, the best one first. */
  get telling(): readonly OrderId[] {
    return this.#known ?? [];
  }

  /** Whether the refusal of this order may be one of all. */
  mayBeOfAll({ watched }: WatchEntry, { code }: CheckFailure, nowMs: number): boolean {
    return sharedCodes.has(code) && (this.#held.has(watched.id) || isKnown(watched, nowMs));
  }

  /** Adds a refusal that {@link mayBeOfAll} is true of. */
  add(refusal: HeldRefusal, nowMs: number): RefusalVerdict {
    this.#held.set(refusal.id, this.#held.get(refusal.id) ?? refusal);
    for (const id of this.#held.keys()) if (!this.#entries.has(id)) this.#held.delete(id);
    const others = [...this.#entries.values()].flatMap(({ watched }) =>
      isKnown(watched, nowMs) && !this.#held.has(watched.id) ? [watched] : [],
    );
    const isSame = [...this.#held.values()].every(
      ({ failure }) => failure.code === refusal.failure.code,
    );
    if (!isSame || this.#held.size + others.length < togetherFrom) return this.#apart();
    if (this.#held.size >= togetherFrom) {
      this.#known = [...others.map(({ id }) => id), ...this.#held.keys()];
      this.#held.clear();
      return { kind: 'together', failure: lossBy(refusal.failure) };
    }
    const latest = others.toSorted(
      (one, other) => (other.observedAtMs ?? 0) - (one.observedAtMs ?? 0),
    );
    return { kind: 'open', ask: latest.map(({ id }) => id) };
  }

  /** An order was answered well. @returns the refusals of which that shows that they are about their orders */
  answered(id: OrderId, { sequence }: SentRequest): readonly HeldRefusal[] {
    if (this.#held.size === 0) return [];
    this.#held.delete(id);
    const isLater = [...this.#held.values()].some(({ check }) => sequence > check.sequence);
    return isLater ? this.#apart().refusals : [];
  }

  /** An order was refused once more while all are. @returns what it says of the service */
  again(id: OrderId, failure: CheckFailure): CheckFailure {
    if (this.#known?.includes(id) === true) {
      this.#known = [...this.#known.filter((known) => known !== id), id];
    }
    return lossBy(failure);
  }

  /** The service answers again. */
  ended(): void {
    this.#known = null;
  }

  #apart(): Extract<RefusalVerdict, { kind: 'apart' }> {
    const refusals = [...this.#held.values()];
    this.#held.clear();
    return { kind: 'apart', refusals };
  }
}

/** Whether an order was read lately, and not refused since. */
function isKnown({ observedAtMs, problem }: WatchEntry['watched'], nowMs: number): boolean {
  const isRead = observedAtMs !== null && nowMs - observedAtMs <= knownForMs;
  return isRead && (problem === null || !sharedCodes.has(problem.code));
}

/** The loss of contact that a refusal of all orders is. */
function lossBy({ code, httpStatus, retryAfterMs }: CheckFailure): CheckFailure {
  const cause = code === 'order-forbidden' ? 'authorization-refused' : 'service-failing';
  return { code: cause, httpStatus, retryAfterMs };
}
