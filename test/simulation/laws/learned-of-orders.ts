import type { OrderId } from '../../../core/order/order-id.ts';
import { isFinishedWord } from './notification-model.ts';

/** For an hour after a webhook its order may be checked outside of its pace; with a minute of slack. */
const reportedForMs = 61 * 60_000;

/**
 * What the watcher learned about each order, as far as it decides when the order may be checked or how
 * often it may be called not found. Times are on the monotonic clock.
 */
export class LearnedOfOrders {
  readonly #reportedAtMs = new Map<OrderId, number>();
  /** When an answer first said that the order is finished. */
  readonly #finishedSeenMs = new Map<OrderId, number>();
  /** How many times the service began not to know an order. */
  readonly #unknownTimes = new Map<OrderId, number>();

  /** An answer gave this status of the order. */
  answered(id: OrderId, word: string | null, nowMs: number): void {
    if (!isFinishedWord(word) || this.#finishedSeenMs.has(id)) return;
    this.#finishedSeenMs.set(id, nowMs);
  }

  finishedSeenMs(id: OrderId): number | undefined {
    return this.#finishedSeenMs.get(id);
  }

  /** Orders whose end was first seen before this moment. */
  finishedBefore(beforeMs: number): readonly OrderId[] {
    return [...this.#finishedSeenMs].flatMap(([id, seenMs]) => (seenMs < beforeMs ? [id] : []));
  }

  /** Forgets each end that the killed process had not stored: the new process does not know it. */
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

  /** A webhook about the order was accepted. */
  reported(id: OrderId, nowMs: number): void {
    this.#reportedAtMs.set(id, nowMs);
  }

  /** Whether a webhook still allows checks of this order outside of its pace. */
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
