import { DatabaseSync } from 'node:sqlite';
import { emptyCourierTrace } from '../../core/order/courier-move.ts';
import { notedOrders } from './paste-notes.ts';
import { isStoredOrderId, storedWishes } from './stored-json.ts';

/** A label that is longer than this was never one. */
const longestLabel = 1000;

/** What is taken over of an order, as it is stored. */
interface Salvaged {
  readonly id: string;
  readonly label: string | null;
  readonly addedAtMs: number;
  readonly isMuted: boolean;
  readonly isPinned: boolean;
  readonly wishesJson: string | null;
}

/**
 * Takes the watch list over from a damaged database, as far as its pages can be read: which orders, and
 * what the dispatcher said of them. Answers and history are left where they are; the next check of each
 * order brings its state.
 *
 * @returns how many orders were taken over; never throws
 */
export function salvageWatchList(damagedPath: string, into: DatabaseSync): number {
  let count = 0;
  try {
    const damaged = new DatabaseSync(damagedPath, { readOnly: true });
    try {
      const insert = into.prepare(`
        INSERT INTO watched_orders (id, label, added_at_ms, is_muted, is_pinned, wishes_json, trace_json,
          unseen_count) VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING`);
      for (const order of [...readable(listed(damaged)), ...readable(noted(damaged))]) {
        const { id, label, addedAtMs, isMuted, isPinned, wishesJson } = order;
        const trace = JSON.stringify(emptyCourierTrace);
        const marks = [isMuted ? 1 : 0, isPinned ? 1 : 0];
        const { changes } = insert.run(id, label, addedAtMs, ...marks, wishesJson, trace);
        count += Number(changes);
      }
    } finally {
      damaged.close();
    }
  } catch {
    // Nothing more of it can be read; it lies beside, and that is said.
  }
  return count;
}

/** Up to the first that cannot be read. */
function readable(orders: Iterable<Salvaged>): readonly Salvaged[] {
  const read: Salvaged[] = [];
  try {
    for (const order of orders) read.push(order);
  } catch {
    // What came before is kept.
  }
  return read;
}

function* listed(damaged: DatabaseSync): Generator<Salvaged, void> {
  for (const row of damaged.prepare('SELECT * FROM watched_orders ORDER BY no').iterate()) {
    const { id, label, added_at_ms: addedAtMs, wishes_json: wishes } = row;
    if (!isStoredOrderId(id) || typeof addedAtMs !== 'number') continue;
    yield {
      id,
      label: readableLabel(label),
      addedAtMs,
      isMuted: row['is_muted'] === 1,
      isPinned: row['is_pinned'] === 1,
      wishesJson: readableWishes(wishes),
    };
  }
}

/** What was pasted so shortly before that it had no row of its own. */
function* noted(damaged: DatabaseSync): Generator<Salvaged, void> {
  for (const row of damaged.prepare('SELECT * FROM pastes ORDER BY no').iterate()) {
    const { added_at_ms: addedAtMs } = row;
    if (typeof addedAtMs !== 'number') continue;
    const { ids, labels } = notedOrders(row);
    const labelOf = new Map(labels);
    for (const id of ids) {
      const label = readableLabel(labelOf.get(id));
      yield { id, label, addedAtMs, isMuted: false, isPinned: false, wishesJson: null };
    }
  }
}

function readableLabel(label: unknown): string | null {
  return typeof label === 'string' && label.length <= longestLabel ? label : null;
}

function readableWishes(json: unknown): string | null {
  if (typeof json !== 'string') return null;
  try {
    storedWishes.parse(JSON.parse(json));
    return json;
  } catch {
    return null;
  }
}
