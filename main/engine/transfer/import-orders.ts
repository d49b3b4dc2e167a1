import type { OrderId } from '../../../core/order/order-id.ts';
import type { Result } from '../../../core/text/result.ts';
import {
  isOver,
  keepsOwnAnnotations,
  mergedOrder,
  type PortableOrder,
  adoptedOrder,
  saysTimesAhead,
} from '../../../core/transfer/portable-order.ts';
import {
  type ReadTransfer,
  TransferReader,
  type TransferRefusal,
} from '../../../core/transfer/transfer.ts';
import type { AnnotationChange } from '../board/annotation-changes.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** A watch list that orders are imported into. */
export type ImportTarget = Pick<Watch, 'find' | 'get' | 'add' | 'rewrite' | 'pin' | 'load'>;

/** The text of a file. Each call reads it from the beginning. */
export interface TransferSource {
  /** @throws the system's error when it cannot be read */
  pieces(): AsyncIterable<string> | Iterable<string>;
}

/** What an import would do, or did. */
export interface ImportCount {
  /** How many orders are not watched yet. */
  added: number;
  /** How many of these are over: they are not checked. */
  finished: number;
  /** How many of these arrive muted or snoozed. */
  muted: number;
  /** How many of the orders that are watched already get something. */
  changed: number;
  /** How many of these keep annotations of their own though the file says others. */
  kept: number;
  /** How many of all say of something that it happened later than now. */
  ahead: number;
}

/**
 * Reads a file to its end, in turns with others.
 *
 * @param each gets the orders of a hand-over, up to 100 at a time, each once
 * @throws what `pieces` or `each` throw
 */
export async function readTransfer(
  source: TransferSource,
  clock: Pick<Clock, 'nextTurn'>,
  each: (orders: readonly PortableOrder[]) => void | Promise<void>,
): Promise<Result<ReadTransfer, TransferRefusal>> {
  const reader = new TransferReader();
  for await (const piece of source.pieces()) {
    for (const orders of reader.push(piece)) {
      await each(orders);
      await clock.nextTurn();
    }
    if (reader.refusal !== null) break;
  }
  const rest = reader.end();
  for (;;) {
    const step = rest.next();
    if (step.done === true) return step.value;
    await each(step.value);
    await clock.nextTurn();
  }
}

/** An import that does nothing yet. */
export function nothingImported(): ImportCount {
  return { added: 0, finished: 0, muted: 0, changed: 0, kept: 0, ahead: 0 };
}

/** Adds to a count what importing some orders of a file would do. */
export function countImport(
  list: Pick<ImportTarget, 'find'>,
  orders: readonly PortableOrder[],
  nowMs: number,
  count: ImportCount,
): void {
  for (const theirs of orders) {
    count.ahead += saysTimesAhead(theirs, nowMs) ? 1 : 0;
    const ours = list.find(theirs.id);
    if (ours === undefined) {
      const adopted = adoptedOrder(theirs, nowMs);
      const isSnoozed = (adopted.preferences?.snoozedUntilMs ?? null) !== null;
      count.added += 1;
      count.finished += isOver(adopted, nowMs) ? 1 : 0;
      count.muted += adopted.isMuted || isSnoozed ? 1 : 0;
    } else {
      count.changed += mergedOrder(ours, theirs, nowMs) === ours ? 0 : 1;
      count.kept += keepsOwnAnnotations(ours, theirs) ? 1 : 0;
    }
  }
}

/** The orders that an import added, and those that it changed. */
export interface ImportedOrders {
  readonly added: readonly OrderId[];
  readonly merged: readonly AnnotationChange[];
}

/** Imports some orders of a hand-over. Doing it again changes nothing. */
export async function importOrders(
  list: ImportTarget,
  orders: readonly PortableOrder[],
  nowMs: number,
): Promise<ImportedOrders> {
  const theirs = new Map(orders.map((each) => [each.id, each]));
  const fresh = orders.filter(({ id }) => list.find(id) === undefined);
  const merged: AnnotationChange[] = [];
  list.rewrite([...theirs.keys()], (before) => {
    const order = theirs.get(before.id);
    const after = order === undefined ? before : mergedOrder(before, order, nowMs);
    if (after !== before) merged.push({ before, after });
    return after;
  });
  const changed = merged.map(({ after }) => after.id);
  list.load(changed);
  list.pin(
    changed.filter((id) => list.get(id)?.isPinned === true),
    true,
  );
  if (fresh.length === 0) return { added: [], merged };
  const { added } = await list.add(
    fresh.map((order) => ({
      id: order.id,
      label: order.label,
      handedOver: adoptedOrder(order, nowMs),
    })),
  );
  return { added, merged };
}
