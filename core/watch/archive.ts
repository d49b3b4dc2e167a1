import type { Attention } from './attention.ts';
import { isGraceOver } from './cadence.ts';
import { isFinished } from '../order/order-status.ts';
import type { WatchedOrder } from './watched-order.ts';

/** The dispatcher's choice: the order was put into the archive, or taken out to stay out. */
export const archiveChoices = ['archived', 'kept'] as const;

export type ArchiveChoice = (typeof archiveChoices)[number];

/**
 * Whether an order is in the archive. An order that needs attention never is. Otherwise the dispatcher's
 * choice counts, and without one an order goes there by itself once it has been finished for so long
 * that it is no longer checked.
 *
 * @param nowMs milliseconds since 1970
 */
export function isArchived(
  watched: WatchedOrder,
  attention: Attention | null,
  choice: ArchiveChoice | null,
  nowMs: number,
): boolean {
  if (attention !== null) return false;
  return choice === null ? isGraceOver(watched, nowMs) : choice === 'archived';
}

/**
 * Since when an order in the archive is over: since its end or, for one whose end was not seen, since the
 * latest of adding it, its last answer and the dispatcher's last look.
 */
export function overSinceMs(watched: WatchedOrder): number {
  const { addedAtMs, lastLookedAtMs, observedAtMs, order, statusSinceMs } = watched;
  if (order !== null && isFinished(order.status.phase)) return statusSinceMs ?? addedAtMs;
  return Math.max(addedAtMs, observedAtMs ?? 0, lastLookedAtMs ?? 0);
}
