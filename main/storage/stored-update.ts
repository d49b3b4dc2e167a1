import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { updateSources } from '../../core/order/order-update.ts';
import type { OrderChange } from '../../core/order/order-update.ts';
import { packUpdate, unpackUpdate } from './packed/packed-update.ts';
import type { UpdateToPack } from './packed/packed-update.ts';
import { storedChanges, storedKinds, storedReasons } from './stored-json.ts';

/** What is selected of an update to read it. */
export const updateColumns = 'updates.order_no, updates.no, seen_at_ms, marks, packed';

const updateRow = z
  .object({
    seen_at_ms: z.number(),
    marks: z.number(),
    packed: z.instanceof(Uint8Array),
  })
  .transform((row) => ({
    seenAtMs: row.seen_at_ms,
    ...unpackUpdate({ seenAtMs: row.seen_at_ms, marks: row.marks, packed: row.packed }),
  }))
  .pipe(
    z.object({
      seenAtMs: z.number(),
      source: z.enum(updateSources),
      kinds: storedKinds,
      reasons: storedReasons,
      changes: storedChanges,
    }),
  );

/** An update as a row holds it. @throws when the row cannot be read */
export function storedUpdate(row: unknown): UpdateToPack {
  return updateRow.parse(row);
}

/** {@link storedUpdate}; null when the row cannot be read. */
export function readableUpdate(row: unknown): UpdateToPack | null {
  try {
    return storedUpdate(row);
  } catch {
    return null;
  }
}

/** Whether an update says nothing but that the courier moved. */
export function isMoveAlone({ kinds }: UpdateToPack): boolean {
  return kinds.length === 1 && kinds[0] === 'courier_moved';
}

/** Writes updates anew, in place: without what may not be kept, or with the reason of a webhook. */
export class UpdateRewriting {
  readonly #rewrite: StatementSync;
  readonly #delete: StatementSync;

  constructor(sql: DatabaseSync) {
    this.#rewrite = sql.prepare(
      'UPDATE updates SET marks = ?, packed = ? WHERE order_no = ? AND no = ?',
    );
    this.#delete = sql.prepare('DELETE FROM updates WHERE order_no = ? AND no = ?');
  }

  /** @param row with {@link updateColumns} */
  write(row: Readonly<Record<string, unknown>>, update: UpdateToPack): void {
    const { marks, packed } = packUpdate(update);
    const before = row['packed'];
    const isSame = before instanceof Uint8Array && Buffer.compare(before, packed) === 0;
    if (isSame && row['marks'] === marks) return;
    this.#rewrite.run(marks, packed, Number(row['order_no']), Number(row['no']));
  }

  /**
   * Changes that cannot be read cannot be told apart from people either: such an update goes whole.
   *
   * @param next null when the update is to go
   */
  change(
    rows: readonly Readonly<Record<string, unknown>>[],
    next: (update: UpdateToPack) => readonly OrderChange[] | null,
  ): void {
    for (const row of rows) {
      const update = readableUpdate(row);
      const changes = update === null ? null : next(update);
      if (update === null || changes === null)
        this.#delete.run(Number(row['order_no']), Number(row['no']));
      else this.write(row, { ...update, changes });
    }
  }
}
