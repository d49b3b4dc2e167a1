import type { UpdateKind } from '../../../core/order/order-update.ts';

/*
 * What the database itself must know of an update, as one small integer. The numbers are in files of
 * dispatchers and in the index of a migration; the commonest are the lowest, because SQLite stores
 * less than 128 in one byte.
 */

/** It says where the courier was. */
export const positionMark = 1;

/** In the order in which an update lists its kinds. */
const kindMarks: readonly (readonly [UpdateKind, number])[] = [
  ['order_created', 1024],
  ['order_completed', 128],
  ['order_cancelled', 256],
  ['order_released', 16],
  ['order_matched', 8],
  ['status_changed', 4],
  ['amendment_added', 512],
  ['courier_changed', 64],
  ['courier_moved', 2],
  ['order_edited', 32],
];

const marksByKind: ReadonlyMap<string, number> = new Map(kindMarks);

/** The mark of one kind; 0 for a kind that is not known. */
export function markOfKind(kind: string): number {
  return marksByKind.get(kind) ?? 0;
}

/** The kinds behind the marks, in the usual order. */
export function kindsOfMarks(marks: number): readonly UpdateKind[] {
  return kindMarks.filter(([, mark]) => (marks & mark) !== 0).map(([kind]) => kind);
}
