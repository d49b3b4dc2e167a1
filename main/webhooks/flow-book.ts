import { auditEveryMs } from '../../core/watch/audit-pace.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { contractKinds } from '../../core/order/order-update.ts';
import type { OrderUpdate, UpdateKind } from '../../core/order/order-update.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';

/** Without a webhook for so long, although checks show changes, something between is broken. */
const silentAfterMs = 20 * 60_000;
/** A webhook may be this late before its change counts as one that nobody reported. */
const graceMs = 60_000;

/** What webhooks report; everything else is never missed in them. */
const reportedKinds: ReadonlySet<UpdateKind> = new Set(
  contractKinds.filter((kind) => kind !== 'order_created'),
);

/**
 * Whether webhooks flow. An order is audited, and no longer polled at its own pace, from the first of
 * its webhooks that proved true until a check finds a change that no webhook reported. So nobody can
 * slow the checks down by inventing events, and a receiver that falls silent costs one audit at most.
 */
export class FlowBook {
  readonly #audited = new Set<OrderId>();
  #startedAtMs: number | null = null;
  #lastEventAtMs: number | null = null;
  #missedSinceMs: number | null = null;
  #isSilent = false;

  get auditedCount(): number {
    return this.#audited.size;
  }

  get lastEventAtMs(): number | null {
    return this.#lastEventAtMs;
  }

  /** Since when nothing came, while that is worth a word; else null. */
  get silentSinceMs(): number | null {
    return this.#isSilent ? (this.#lastEventAtMs ?? this.#startedAtMs) : null;
  }

  /** The receiver began to listen. @param lastEventAtMs as remembered from earlier runs */
  started(nowMs: number, lastEventAtMs: number | null): void {
    this.#startedAtMs = nowMs;
    this.#lastEventAtMs = lastEventAtMs;
  }

  /** The receiver stopped. @returns the orders that go back to their own pace */
  stopped(): readonly OrderId[] {
    this.#startedAtMs = null;
    this.#missedSinceMs = null;
    this.#isSilent = false;
    return this.#clear();
  }

  /** A webhook of any order came in. */
  received(nowMs: number): void {
    this.#lastEventAtMs = nowMs;
    this.#missedSinceMs = null;
    this.#isSilent = false;
  }

  /** What a webhook said of this order proved true. */
  confirmed(id: OrderId): void {
    if (this.#startedAtMs !== null) this.#audited.add(id);
  }

  /** A check found this, and no webhook had reported it so far. */
  found(update: OrderUpdate, nowMs: number): void {
    if (this.#startedAtMs === null) return;
    if (!update.kinds.some((kind) => reportedKinds.has(kind))) return;
    this.#audited.delete(update.orderId);
    this.#missedSinceMs ??= nowMs;
  }

  forget(id: OrderId): void {
    this.#audited.delete(id);
  }

  /** @returns the orders that go back to their own pace, because webhooks have fallen silent */
  look(nowMs: number): readonly OrderId[] {
    if (this.#startedAtMs === null || this.#missedSinceMs === null || this.#isSilent) return [];
    const quietSinceMs = Math.max(this.#lastEventAtMs ?? 0, this.#startedAtMs);
    const isLong = nowMs - quietSinceMs >= silentAfterMs;
    if (!isLong || nowMs - this.#missedSinceMs < graceMs) return [];
    this.#isSilent = true;
    return this.#clear();
  }

  everyMs(watched: WatchedOrder, everyMs: number): number {
    return this.#audited.has(watched.id) ? auditEveryMs(watched, everyMs) : everyMs;
  }

  #clear(): readonly OrderId[] {
    const ids = [...this.#audited];
    this.#audited.clear();
    return ids;
  }
}
