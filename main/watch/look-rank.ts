import type { WatchedOrder } from '../../core/watched-order.ts';

/** More than any time in milliseconds, so that each reason to go first outweighs all below it. */
const step = 2 ** 44;

/**
 * How early an order is worth a look when all are late, the higher the sooner: in view, pinned,
 * needing attention, and then what was looked at last. 0 for what nobody ever looked at.
 */
export function lookRank(
  watched: WatchedOrder,
  look: { readonly isInView: boolean; readonly needsAttention: boolean },
): number {
  const { lastLookedAtMs, isPinned } = watched;
  const reasons = (look.isInView ? 4 : 0) + (isPinned ? 2 : 0) + (look.needsAttention ? 1 : 0);
  return reasons * step + (lastLookedAtMs ?? 0);
}

/** The part of all that goes before the rest, so that nobody waits much longer for it. */
const mostRanked = 0.1;
/** So many may, however few they are in all. */
const fewRanked = 64;

/**
 * Those that go before the rest after a time of not checking: of those with a rank above 0 the highest,
 * up to a tenth of all.
 */
export function firstByRank<Item>(
  all: readonly Item[],
  rankOf: (item: Item) => number,
): readonly Item[] {
  const ranked: { readonly item: Item; readonly rank: number }[] = [];
  for (const item of all) {
    const rank = rankOf(item);
    if (rank > 0) ranked.push({ item, rank });
  }
  const most = Math.max(fewRanked, Math.floor(all.length * mostRanked));
  return ranked
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, most)
    .map(({ item }) => item);
}
