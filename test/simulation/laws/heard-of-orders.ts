import type { OrderId } from '../../../core/order/order-id.ts';
import { isFinishedWord } from './told-model.ts';

/** For so long without any answer a webhook may have its order checked, a minute of slack included. */
const reportedForMs = 61 * 60_000;

/**
 * What the watcher heard of each order that has a bearing on when it asks for it again, or on how often
 * it says that it is not there. Times are on the monotonic clock.
 */
export class HeardOfOrders {
  readonly #reportedAtMs = new Map<OrderId, number>();
  /** When the watcher was first told that an order is finished. */
  readonly #finishedSeenMs = new Map<OrderId, number>();
  /** How often the service did not know an order for a while. */
  readonly #unknownTimes = new Map<OrderId, number>();

  /** An answer said this word of the order. */
  answered(id: OrderId, word: string | null, nowMs: number): void {
    if (!isFinishedWord(word) || this.#finishedSeenMs.has(id)) return;
    this.#finishedSeenMs.set(id, nowMs);
  }

  finishedSeenMs(id: OrderId): number | undefined {
    return this.#finishedSeenMs.get(id);
  }

  /** Orders that were seen to be finished before this moment. */
  finishedBefore(beforeMs: number): readonly OrderId[] {
    return [...this.#finishedSeenMs].flatMap(([id, seenMs]) => (seenMs < beforeMs ? [id] : []));
  }

  /** A new process knows of the end of an order only what the old one wrote down. */
  restarted(knownWord: (id: OrderId) => string | null): void {
    for (const id of this.#finishedSeenMs.keys()) {
      if (!isFinishedWord(knownWord(id))) this.#finishedSeenMs.delete(id);
    }
  }

  becameUnknown(id: OrderId): void {
    this.#unknownTimes.set(id, this.unknownTimes(id) + 1);
  }

  unknownTimes(id: OrderId): number {
    return this.#unknownTimes.get(id) ?? 0;
  }

  /** A webhook about the order was taken in. */
  reported(id: OrderId, nowMs: number): void {
    this.#reportedAtMs.set(id, nowMs);
  }

  /** Whether a webhook may still have this order checked. */
  isReported(id: OrderId, nowMs: number): boolean {
    const atMs = this.#reportedAtMs.get(id);
    return atMs !== undefined && nowMs - atMs < reportedForMs;
  }

  forget(id: OrderId): void {
    this.#finishedSeenMs.delete(id);
    this.#unknownTimes.delete(id);
    this.#reportedAtMs.delete(id);
  }
}
