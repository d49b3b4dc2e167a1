import { mayHoldAgain } from '../../../../core/notification/levels.ts';
import type { Notification } from '../../../../core/notification/notification.ts';
import type { Judged, ShowSituation } from '../../../../core/notification/show-decision.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { Claims } from '../ports.ts';

/** What {@link LeftToOthers} works with. */
export interface LeftToOthersParts {
  readonly clock: Clock;
  readonly claims: Claims;
  readonly isCall: (notification: Judged) => boolean;
  /** Whether what a notification says still holds. */
  readonly isOpen: (notification: Notification) => boolean;
  /** Gets the orders whose calls may be named here after all. */
  readonly nameCalls: (ids: readonly OrderId[]) => void;
  /** What is held back may be shown now. */
  readonly situationChanged: () => void;
}

/** Whether it is a decided notification, and not one of which is asked whether it would be shown. */
function isWhole(notification: Judged | Notification): notification is Notification {
  return 'key' in notification;
}

/** What is held back or not named because another desk has the order, until the order is passed on. */
export class LeftToOthers {
  readonly #parts: LeftToOthersParts;
  /** Orders of which something is held back because another desk has them. */
  readonly #heldBack = new Set<OrderId>();
  /** Orders that were not named because another desk may still answer what they call for. */
  readonly #unnamed = new Set<OrderId>();
  #nextLook: { readonly dueMs: number; readonly cancel: () => void } | null = null;

  constructor(parts: LeftToOthersParts) {
    this.#parts = parts;
  }

  /** What another desk's claim does to a notification: it keeps news for good, and an alarm until it is passed on. */
  situationOf(
    notification: Judged,
    watched: WatchedOrder,
  ): Pick<ShowSituation, 'isClaimedByOther' | 'answeredUntilMs'> {
    const { claims, clock, isCall, isOpen } = this.#parts;
    if (!claims.isOthers(watched)) return {};
    if (!isCall(notification)) return { isClaimedByOther: true };
    const place = claims.placeOf(watched, notification);
    if (place?.kind !== 'kept') return {};
    if (!isWhole(notification)) {
      this.#nameLater(watched.id, place.leftMs);
      return { isClaimedByOther: true };
    }
    const nowMs = clock.wallMs();
    if (!isOpen(notification)) {
      // Without contact it is not known whether it is over: it waits on.
      const waits = mayHoldAgain(notification, watched, nowMs);
      return { isClaimedByOther: true, ...(waits && { answeredUntilMs: null }) };
    }
    this.#heldBack.add(watched.id);
    const { leftMs } = place;
    return {
      isClaimedByOther: true,
      // The outbox keeps whole milliseconds.
      answeredUntilMs: leftMs === null ? null : Math.ceil(nowMs + leftMs),
    };
  }

  /** Any fact of these orders changed, or of the desks that have them. */
  ordersChanged(ids: readonly OrderId[]): void {
    this.#nameUnnamed(ids);
    // Each is taken out, not only the first that is found.
    if (ids.filter((id) => this.#heldBack.delete(id)).length > 0) this.#parts.situationChanged();
  }

  /** These are the orders of which alarms come here although another desk has them. */
  passedOnChanged(ids: readonly OrderId[]): void {
    this.#nameUnnamed(ids);
    this.#parts.situationChanged();
  }

  /** These orders are not on the list any more. */
  forget(ids: readonly OrderId[]): void {
    this.#parts.claims.forget(ids);
    for (const id of ids) {
      this.#heldBack.delete(id);
      this.#unnamed.delete(id);
    }
  }

  stop(): void {
    this.#nextLook?.cancel();
  }

  /** What still calls is not named while another desk may answer it: that is looked at again. */
  #nameLater(id: OrderId, leftMs: number | null): void {
    this.#unnamed.add(id);
    const { clock } = this.#parts;
    const dueMs = clock.monotonicMs() + (leftMs ?? Number.POSITIVE_INFINITY);
    if (leftMs === null || (this.#nextLook !== null && this.#nextLook.dueMs <= dueMs)) return;
    this.#nextLook?.cancel();
    const cancel = clock.schedule(() => {
      this.#nextLook = null;
      this.#nameUnnamed([...this.#unnamed]);
    }, leftMs);
    this.#nextLook = { dueMs, cancel };
  }

  #nameUnnamed(ids: readonly OrderId[]): void {
    const unnamed = ids.filter((id) => this.#unnamed.delete(id));
    if (unnamed.length > 0) this.#parts.nameCalls(unnamed);
  }
}
