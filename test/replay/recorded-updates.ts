import { parseOrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import { orderUpdate } from '../../core/order/order-update.ts';
import type { CourierFix, Order } from '../../core/order/order.ts';
import { parseOrder } from '../../core/wire/wire-order.ts';
import { mergePatched, type Json } from '@waybell/simulator';
import { readRecording, recordedDayFile } from './recording.ts';
import { orderIdAt } from '../support/watched-orders.ts';

/**
 * The updates of a day as a watcher saw it (seeds/recorded-day.jsonl: 60 orders, nine of ten updates a
 * move, the others statuses, couriers and prices), again and again for other orders at other times and
 * places, in the order of time.
 *
 * @param count so many at least; the last day is whole
 */
export function recordedUpdates(count: number): readonly OrderUpdate[] {
  const day = updatesOfOneDay();
  const copies = Math.ceil(count / day.length);
  return Array.from({ length: copies }, (_, copy) => day.map((update) => copied(update, copy)))
    .flat()
    .toSorted((one, other) => one.seenAtMs - other.seenAtMs);
}

interface DayUpdate {
  /** The order's number within the day. */
  readonly index: number;
  readonly update: OrderUpdate;
}

const ordersOfOneDay = 60;

function copied({ index, update }: DayUpdate, copy: number): OrderUpdate {
  // Not by whole seconds, nor the same for all: no two orders are alike in their numbers.
  const laterMs = copy * 137_137;
  const place = (fix: CourierFix | null): CourierFix | null =>
    fix === null
      ? null
      : {
          latitudeDeg: Math.round(fix.latitudeDeg * 1e6 + copy * 311) / 1e6,
          longitudeDeg: Math.round(fix.longitudeDeg * 1e6 - copy * 173) / 1e6,
          reportedAtMs:
            fix.reportedAtMs === null ? null : fix.reportedAtMs + Math.round(laterMs / 1000) * 1000,
        };
  return {
    ...update,
    orderId: orderIdAt(copy * ordersOfOneDay + index),
    seenAtMs: update.seenAtMs + laterMs,
    changes: update.changes.map((change) =>
      change.field === 'courier.location'
        ? { ...change, before: place(change.before), after: place(change.after) }
        : change,
    ),
  };
}

function updatesOfOneDay(): readonly DayUpdate[] {
  const answers = new Map<string, { index: number; json: Json; order: Order }>();
  const updates: DayUpdate[] = [];
  for (const moment of readRecording(recordedDayFile)) {
    if (moment.kind !== 'answered') continue;
    const before = answers.get(moment.id);
    const index = before?.index ?? answers.size;
    const json = mergePatched(before?.json, moment.patch);
    const id = parseOrderId(moment.id);
    if (id === null) throw new Error('no uuid');
    const read = parseOrder(json, id);
    if (!read.ok) throw new Error('the recording cannot be read');
    const { order } = read.value;
    answers.set(moment.id, { index, json, order });
    if (before === undefined) continue;
    const seen = { source: 'poll', seenAtMs: moment.atMs } as const;
    const update = orderUpdate(before.order, order, seen);
    if (update !== null) updates.push({ index, update });
  }
  return updates;
}
