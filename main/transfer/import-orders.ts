import type { PortableOrder } from '../../core/transfer/order-list-file.ts';
import { portableOrder, mergeOrder } from '../../core/transfer/order-list-file.ts';
import type { Clock } from '../watch/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** A watch list that orders are imported into. */
export type ImportTarget = Pick<
  Watch,
  'get' | 'add' | 'relabel' | 'mute' | 'pin' | 'setPreferences'
>;

/** What an import does. */
export interface ImportCount {
  /** How many orders are not watched yet. */
  readonly added: number;
  /** How many of these arrive muted. */
  readonly muted: number;
  /** How many of the orders that are watched already get something. */
  readonly changed: number;
}

/** How many orders are imported before others get their turn: some 20 ms of a laptop's time. */
const importedAtOnce = 100;

/** What importing the orders would do. */
export function importCount(
  list: Pick<ImportTarget, 'get'>,
  orders: readonly PortableOrder[],
): ImportCount {
  const fresh = orders.filter(({ id }) => list.get(id) === undefined);
  const changed = orders.filter((theirs) => {
    const watched = list.get(theirs.id);
    return watched !== undefined && mergeOrder(portableOrder(watched), theirs) !== null;
  });
  const muted = fresh.filter(({ isMuted }) => isMuted);
  return { added: fresh.length, muted: muted.length, changed: changed.length };
}

/** Imports the orders of a hand-over, in turns. Doing it again changes nothing. */
export async function importOrders(
  list: ImportTarget,
  orders: readonly PortableOrder[],
  clock: Pick<Clock, 'nextTurn'>,
): Promise<ImportCount> {
  const count = importCount(list, orders);
  for (let from = 0; from < orders.length; from += importedAtOnce) {
    if (from > 0) await clock.nextTurn();
    await importSome(list, orders.slice(from, from + importedAtOnce));
  }
  return count;
}

async function importSome(list: ImportTarget, orders: readonly PortableOrder[]): Promise<void> {
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
}
