import type { WatchedOrder } from '../../core/watch/watched-order.ts';

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
 *
 * @param ranks of each of `all`, in the same order
 */
export function highestRanked<Item>(
  all: readonly Item[],
  ranks: Float64Array<ArrayBuffer>,
): readonly Item[] {
  const most = Math.max(fewRanked, Math.floor(all.length * mostRanked));
  // Bare numbers are sorted in a fifth of the time that objects take; of those only the highest are.
  const least = ranks.toSorted().at(-most) ?? 0;
  const highest: { readonly item: Item; readonly rank: number }[] = [];
  for (const [index, item] of all.entries()) {
    const rank = ranks[index] ?? 0;
    if (rank > 0 && rank >= least) highest.push({ item, rank });
  }
  return highest
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, most)
    .map(({ item }) => item);
}
