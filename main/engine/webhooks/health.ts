import { auditEveryMs } from '../../../core/watch/cadence.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { contractKinds } from '../../../core/order/order-update.ts';
import type { OrderUpdate, UpdateKind } from '../../../core/order/order-update.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';

/** The webhooks count as broken after this time without one although checks show changes. */
const silentAfterMs = 20 * 60_000;
/** A webhook may come this much later than the check that found its change. */
const graceMs = 60_000;

/** What webhooks report. An order's first answer is no change, so its creation is never missed. */
const reportedKinds: ReadonlySet<UpdateKind> = new Set(
  contractKinds.filter((kind) => kind !== 'order_created'),
);

/**
 * Follows whether webhooks arrive. An order is checked at the slower pace of an audit from when a check
 * first confirms one of its proven webhooks until a check finds a change that no webhook reported. So
 * neither an invented event nor one without a proof slows anything down, and a tunnel that breaks costs one
 * audit interval at most.
 */
export class WebhookHealth {
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

  /** Since when no webhook came, once the dispatcher is to be notified of it; else null. */
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
    return this.clear();
  }

  /** A webhook of any order came in. */
  received(nowMs: number): void {
    this.#lastEventAtMs = nowMs;
    this.#missedSinceMs = null;
    this.#isSilent = false;
  }

  /** A check showed what a proven webhook said of this order. */
  confirmed(id: OrderId): void {
    if (this.#startedAtMs !== null) this.#audited.add(id);
  }

  /** A check found this update, and no webhook had reported it so far. */
  missed(update: OrderUpdate, nowMs: number): void {
    if (this.#startedAtMs === null) return;
    if (!update.kinds.some((kind) => reportedKinds.has(kind))) return;
    this.#audited.delete(update.orderId);
    this.#missedSinceMs ??= nowMs;
  }

  forget(id: OrderId): void {
    this.#audited.delete(id);
  }

  /** @returns the orders that go back to their own pace, if webhooks have just fallen silent; else null */
  look(nowMs: number): readonly OrderId[] | null {
    if (this.#startedAtMs === null || this.#missedSinceMs === null || this.#isSilent) return null;
    const quietSinceMs = Math.max(this.#lastEventAtMs ?? 0, this.#startedAtMs);
    if (nowMs - quietSinceMs < silentAfterMs || nowMs - this.#missedSinceMs < graceMs) return null;
    this.#isSilent = true;
    return this.clear();
  }

  /** @returns the orders that were audited, and go back to their own pace */
  clear(): readonly OrderId[] {
    const ids = [...this.#audited];
    this.#audited.clear();
    return ids;
  }

  everyMs(watched: WatchedOrder, everyMs: number): number {
    return this.#audited.has(watched.id) ? auditEveryMs(watched, everyMs) : everyMs;
  }
}
