import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import { packUpdate } from '../packed/packed-update.ts';
import type { PackedUpdate } from '../packed/packed-update.ts';
import { storedChanges, storedKinds, storedReasons } from '../stored-json.ts';

const json = z.string().transform((text): unknown => JSON.parse(text));

const oldUpdate = z.tuple([
  z.int(),
  z.enum(['poll', 'webhook']),
  json.pipe(storedKinds),
  json.pipe(storedReasons),
  json.pipe(storedChanges),
]);

/** What the step to packed histories calls from SQL: an update as it was stored in columns of JSON. */
export function addOldUpdates(sql: DatabaseSync): void {
  let last: readonly SQLInputValue[] = [];
  let packed: PackedUpdate | null = null;
  // Both functions are called for each row, in whichever order.
  const packedFrom = (columns: readonly SQLInputValue[]): PackedUpdate | null => {
    if (columns.length !== last.length || columns.some((value, at) => value !== last[at])) {
      packed = packedOld(columns);
      last = columns;
    }
    return packed;
  };
  const options = { deterministic: true, varargs: true };
  sql.function('update_marks', options, (...columns) => packedFrom(columns)?.marks ?? null);
  sql.function('packed_update', options, (...columns) => packedFrom(columns)?.packed ?? null);
}

function packedOld(columns: readonly SQLInputValue[]): PackedUpdate | null {
  try {
    const [seenAtMs, source, kinds, reasons, changes] = oldUpdate.parse(columns);
    return packUpdate({ seenAtMs, source, kinds, reasons, changes });
  } catch {
    // Neither JSON nor an update: it is set aside, as a reader would have done.
    return null;
  }
}
