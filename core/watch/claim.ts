import { isFinished } from '../order/order-status.ts';
import type { Claim, WatchedOrder } from './watched-order.ts';

/** How long a claim lasts: a shift. */
const claimLastsMs = 8 * 60 * 60_000;

/** The claim on an order that counts now; null for none, and once the order or the time of the claim is over. */
export function standingClaim({ order, team }: WatchedOrder, nowMs: number): Claim | null {
  const claim = team?.claim ?? null;
  if (claim === null || nowMs - claim.atMs >= claimLastsMs) return null;
  return order !== null && isFinished(order.status.phase) ? null : claim;
}

/** Whether a claim is there that counts no more. */
export function isClaimOver(watched: WatchedOrder, nowMs: number): boolean {
  return watched.team?.claim != null && standingClaim(watched, nowMs) === null;
}

/** Whether another desk has an order, so that it does not interrupt this desk. */
export function isClaimedByOther(watched: WatchedOrder, myDeskId: string, nowMs: number): boolean {
  const claim = standingClaim(watched, nowMs);
  return claim !== null && claim.deskId !== myDeskId;
}
