import type { PortableOrder } from '../../core/transfer/order-list-file.ts';
import { portableOrder, mergeOrder } from '../../core/transfer/order-list-file.ts';
import type { Watch } from '../watch/ports.ts';

/** A watch list that orders are imported into. */
export type ImportTarget = Pick<
  Watch,
  'get' | 'add' | 'relabel' | 'mute' | 'pin' | 'setPreferences'
>;

/** How many orders an import adds, and how many of those that are watched already it changes. */
export interface ImportCount {
  readonly added: number;
  readonly changed: number;
}

/** What importing the orders would do. */
export function importCount(
  list: Pick<ImportTarget, 'get'>,
  orders: readonly PortableOrder[],
): ImportCount {
  const known = orders.flatMap((theirs) => {
    const watched = list.get(theirs.id);
    return watched === undefined ? [] : [mergeOrder(portableOrder(watched), theirs)];
  });
  return {
    added: orders.length - known.length,
    changed: known.filter((change) => change !== null).length,
  };
}

/** Imports the orders of a hand-over. Doing it again changes nothing. */
export async function importOrders(
  list: ImportTarget,
  orders: readonly PortableOrder[],
): Promise<ImportCount> {
  const count = importCount(list, orders);
  const fresh = orders.filter(({ id }) => list.get(id) === undefined);
  if (fresh.length > 0) await list.add(fresh.map(({ id, label }) => ({ id, label })));
  const muted = fresh.filter(({ isMuted }) => isMuted).map(({ id }) => id);
  if (muted.length > 0) list.mute(muted, true);
  for (const theirs of orders) {
    const watched = list.get(theirs.id);
    if (watched === undefined) continue;
    const change = mergeOrder(portableOrder(watched), theirs);
    if (change === null) continue;
    const { group, isPinned, label, note, promisedAtMs } = change;
    if (label !== null) list.relabel(theirs.id, label);
    if (isPinned !== null) list.pin([theirs.id], true);
    list.setPreferences([theirs.id], {
      ...(note === null ? {} : { note }),
      ...(group === null ? {} : { group }),
      ...(promisedAtMs === null ? {} : { promisedAtMs }),
    });
  }
  return count;
}
