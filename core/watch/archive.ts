import type { Attention } from './attention.ts';
import { finishedGraceMs } from './cadence.ts';
import { isFinished } from '../order/order-status.ts';
import type { WatchedOrder } from './watched-order.ts';

/** What the dispatcher decided about an order's place: put away by hand, or taken out to stay. */
export const archiveChoices = ['archived', 'kept'] as const;

export type ArchiveChoice = (typeof archiveChoices)[number];

/**
 * Whether an order lies in the archive. One that needs attention never does; else the dispatcher's own
 * choice counts, and without one an order retires by itself once it has been finished for so long
 * that it is not checked any more.
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
  if (choice !== null) return choice === 'archived';
  const { order, statusSinceMs, addedAtMs } = watched;
  if (order === null || !isFinished(order.status.phase)) return false;
  return nowMs - (statusSinceMs ?? addedAtMs) >= finishedGraceMs;
}
