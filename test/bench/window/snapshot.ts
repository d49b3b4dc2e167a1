import { deserialize, serialize } from 'node:v8';
import { decodeRows, encodeRows } from '../../../core/bridge/row-columns.ts';
import { manyRows } from '../../browser/support/sample-desk.ts';
import { floristDetail } from '../../browser/support/sample-detail.ts';

/** What the first message to a window costs; times in ms are medians of the rounds. */
export interface SnapshotCost {
  readonly orders: number;
  /** Every order with all that is known of it, as objects. */
  readonly objectsMs: number;
  readonly objectsBytes: number;
  /** Every row as objects. */
  readonly rowsMs: number;
  readonly rowsBytes: number;
  /** The columns that are sent. */
  readonly columnsMs: number;
  readonly columnsBytes: number;
  /** Making the columns in main and rows of them in the window. */
  readonly encodeMs: number;
  readonly decodeMs: number;
  /** A patch of ten rows. */
  readonly patchBytes: number;
}

const orders = 10_000;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

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
  const columns = encodeRows(rows);
  const measured = {
    objects: [] as number[],
    rows: [] as number[],
    columns: [] as number[],
    encode: [] as number[],
    decode: [] as number[],
  };
  for (let round = 0; round < rounds; round += 1) {
    measured.objects.push(timed(() => deserialize(serialize(objects))));
    measured.rows.push(timed(() => deserialize(serialize(rows))));
    measured.columns.push(timed(() => deserialize(serialize(columns))));
    measured.encode.push(timed(() => encodeRows(rows)));
    measured.decode.push(timed(() => decodeRows(columns)));
  }
  return {
    orders,
    objectsMs: median(measured.objects),
    objectsBytes: serialize(objects).byteLength,
    rowsMs: median(measured.rows),
    rowsBytes: serialize(rows).byteLength,
    columnsMs: median(measured.columns),
    columnsBytes: serialize(columns).byteLength,
    encodeMs: median(measured.encode),
    decodeMs: median(measured.decode),
    patchBytes: serialize({
      sequence: 1,
      desk: null,
      upserted: encodeRows(rows.slice(0, 10)),
      removed: [],
    }).byteLength,
  };
}
