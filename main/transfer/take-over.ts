import type { HandedOrder } from '../../core/transfer/hand-over.ts';
import { handedOrder, takeOver } from '../../core/transfer/hand-over.ts';
import type { Watch } from '../watch/ports.ts';

/** A watch list that takes in what another desk handed over. */
export type TakingList = Pick<Watch, 'get' | 'add' | 'relabel' | 'mute' | 'pin' | 'wish'>;

/** How many orders a hand-over adds here, and how many of those that are here it changes. */
export interface TakeOverCount {
  readonly added: number;
  readonly changed: number;
}

/** What taking the orders over would do. */
export function takeOverCount(
  list: Pick<TakingList, 'get'>,
  orders: readonly HandedOrder[],
): TakeOverCount {
  const known = orders.flatMap((theirs) => {
    const watched = list.get(theirs.id);
    return watched === undefined ? [] : [takeOver(handedOrder(watched), theirs)];
  });
  return {
    added: orders.length - known.length,
    changed: known.filter((change) => change !== null).length,
  };
}

/** Takes orders over from another desk. Doing it again changes nothing. */
export async function takeOrdersOver(
  list: TakingList,
  orders: readonly HandedOrder[],
): Promise<TakeOverCount> {
  const count = takeOverCount(list, orders);
  const fresh = orders.filter(({ id }) => list.get(id) === undefined);
  if (fresh.length > 0) await list.add(fresh.map(({ id, label }) => ({ id, label })));
  const muted = fresh.filter(({ isMuted }) => isMuted).map(({ id }) => id);
  if (muted.length > 0) list.mute(muted, true);
  for (const theirs of orders) {
    const watched = list.get(theirs.id);
    if (watched === undefined) continue;
    const change = takeOver(handedOrder(watched), theirs);
    if (change === null) continue;
    const { group, isPinned, label, note, promisedAtMs } = change;
    if (label !== null) list.relabel(theirs.id, label);
    if (isPinned !== null) list.pin([theirs.id], true);
    list.wish([theirs.id], {
      ...(note === null ? {} : { note }),
      ...(group === null ? {} : { group }),
      ...(promisedAtMs === null ? {} : { promisedAtMs }),
    });
  }
  return count;
}
