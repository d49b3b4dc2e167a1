import type { OrderId } from '../../../../core/order/order-id.ts';
import { isNews } from '../../../../core/watch/attention-reasons.ts';
import { attention, attentionClaims } from '../../../../core/watch/attention.ts';
import { standingClaim } from '../../../../core/watch/claim.ts';
import type { WaitRules } from '../../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';

/** Who has just opened an order, or taken it on, knows of an alarm that others notice a little later. */
const justNowMs = 2 * 60_000;

/**
 * The orders that this desk has whose alarms a person answered here: each was looked at since, or handled. Other
 * desks are not interrupted by them.
 *
 * @param inFront the order whose details are open in front; null for none
 */
export function answeredAlarms(
  orders: readonly WatchedOrder[],
  deskId: string,
  nowMs: number,
  rulesFor: (watched: WatchedOrder) => WaitRules,
  inFront: OrderId | null,
): readonly OrderId[] {
  return orders.flatMap((watched) => {
    const claim = standingClaim(watched, nowMs);
    if (claim?.deskId !== deskId) return [];
    if (watched.id === inFront) return [watched.id];
    const knewAtMs = Math.max(watched.lastLookedAtMs ?? Number.NEGATIVE_INFINITY, claim.atMs);
    if (Math.abs(nowMs - knewAtMs) < justNowMs) return [watched.id];
    const rules = rulesFor(watched);
    const isAlarm = attentionClaims(watched, nowMs, rules).some(({ reason }) => !isNews(reason));
    const left = isAlarm ? attention(watched, nowMs, rules, (reason) => !isNews(reason)) : null;
    const isAnswered = isAlarm && (left === null || left.isSeen === true);
    return isAnswered ? [watched.id] : [];
  });
}
