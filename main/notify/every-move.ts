import { distanceMeters } from '../../core/order/geo.ts';
import { groupRule } from '../../core/notification/group-rules.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { GeoPoint } from '../../core/order/order.ts';
import type { TellingSettings } from '../../core/notification/telling-settings.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';

/** Where and when a courier was when a plain move was told last. */
interface ToldMove {
  readonly place: GeoPoint;
  readonly atMs: number;
}

/**
 * Whether a plain move is told: only where the order, its group or the app wants every move, and only
 * as far and as long after the last one as the settings say (never less than 200 m and 60 s, which is
 * when a move counts as one at all).
 */
export class EveryMove {
  readonly #told = new Map<OrderId, ToldMove>();

  isWanted(
    update: OrderUpdate,
    watched: WatchedOrder,
    settings: Pick<TellingSettings, 'everyMove' | 'groupRules'>,
  ): boolean {
    const place = watched.order?.courier?.fix ?? null;
    if (update.move === null || place === null) return false;
    if (update.move.meaning !== 'movedOn') {
      this.#told.delete(update.orderId);
      return false;
    }
    if (!wantsEveryMove(watched, settings)) return false;
    const { meters, everySeconds } =
      groupRule(settings, watched.wishes)?.everyMove ?? settings.everyMove;
    const before = this.#told.get(update.orderId);
    const isFarEnough =
      before === undefined
        ? update.move.distanceMeters >= meters
        : distanceMeters(before.place, place) >= meters &&
          update.seenAtMs - before.atMs >= everySeconds * 1000;
    if (isFarEnough) this.#told.set(update.orderId, { place, atMs: update.seenAtMs });
    else if (before === undefined) this.#remember(update, place);
    return isFarEnough;
  }

  /** The first move was too short: the next ones count on from where it began. */
  #remember({ orderId, seenAtMs, changes }: OrderUpdate, place: GeoPoint): void {
    const change = changes.find(({ field }) => field === 'courier.location');
    const from = change?.field === 'courier.location' ? change.before : null;
    this.#told.set(orderId, { place: from ?? place, atMs: seenAtMs });
  }
}

function wantsEveryMove(
  { wishes }: WatchedOrder,
  settings: Pick<TellingSettings, 'everyMove' | 'groupRules'>,
): boolean {
  const doesGroup = groupRule(settings, wishes)?.tellsEveryMove === true;
  return wishes?.tellsEveryMove ?? (doesGroup || settings.everyMove.isTold);
}
