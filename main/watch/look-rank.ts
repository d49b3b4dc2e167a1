import type { WatchedOrder } from '../../core/watched-order.ts';

/** More than any time in milliseconds, so that each reason to go first outweighs all below it. */
const step = 2 ** 44;

/**
 * How early an order is worth a look when all are late, the higher the sooner: in view, pinned,
 * needing attention, and then what was looked at last or, never looked at, changed last.
 */
export function lookRank(
  watched: WatchedOrder,
  look: { readonly isInView: boolean; readonly needsAttention: boolean },
): number {
  const { lastLookedAtMs, changedAtMs, isPinned } = watched;
  const reasons = (look.isInView ? 4 : 0) + (isPinned ? 2 : 0) + (look.needsAttention ? 1 : 0);
  return reasons * step + (lastLookedAtMs ?? (changedAtMs ?? 0) / 2);
}
