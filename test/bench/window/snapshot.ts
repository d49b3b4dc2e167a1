import { deserialize, serialize } from 'node:v8';
import { manyRows } from '../../browser/support/sample-board.ts';
import { floristDetail } from '../../browser/support/sample-detail.ts';
import { median } from '../shared/machine.ts';

/** What the first message to a window costs; times in ms are medians of the rounds. */
export interface SnapshotCost {
  readonly orders: number;
  /** Every order with all that is known of it, as objects. */
  readonly objectsMs: number;
  readonly objectsBytes: number;
  /** The rows that are sent. */
  readonly rowsMs: number;
  readonly rowsBytes: number;
  /** A patch of ten rows. */
  readonly patchBytes: number;
}

const orders = 10_000;

function timed(run: () => unknown): number {
  const startMs = performance.now();
  run();
  return performance.now() - startMs;
}

/** Copies each message as Electron's IPC does: a structured clone, written and read. */
export function snapshotCost(rounds: number): SnapshotCost {
  const nowMs = Date.UTC(2026, 10, 21, 6, 31);
  const rows = manyRows(orders, nowMs);
  const detail = floristDetail(nowMs);
  // Objects of their own, as if each had been parsed from an answer of its own.
  const objects = rows.map((row) => ({ ...row, ...structuredClone({ order: detail.order }) }));
  const measured = {
    objects: [] as number[],
    rows: [] as number[],
  };
  for (let round = 0; round < rounds; round += 1) {
    measured.objects.push(timed(() => deserialize(serialize(objects))));
    measured.rows.push(timed(() => deserialize(serialize(rows))));
  }
  return {
    orders,
    objectsMs: median(measured.objects),
    objectsBytes: serialize(objects).byteLength,
    rowsMs: median(measured.rows),
    rowsBytes: serialize(rows).byteLength,
    patchBytes: serialize({
      sequence: 1,
      app: null,
      upserted: rows.slice(0, 10),
      removed: [],
    }).byteLength,
  };
}
