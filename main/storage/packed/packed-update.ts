import type { OrderUpdate } from '../../../core/order/order-update.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { usualReason } from './usual-reason.ts';
import { packLocation, unpackLocation } from './packed-location.ts';
import { packValue, unpackValue } from './packed-value.ts';
import { kindsOfMarks, markOfKind, positionMark } from './update-marks.ts';
import { fields } from './vocabulary.ts';

/*
 * One update of the history as a row holds it: marks that SQL can ask for, and bytes with the rest.
 *
 *   flags       1 byte, see below
 *   kinds       only when the marks do not give them: a packed list
 *   reasons     only when they are not the usual ones: a packed list, null for each that is
 *   changes     to the end, each a byte and what it says: the number of its field with both values,
 *               `location` with both ends of a move, or `other` with the whole change
 *
 * Nothing is refused: whatever has no short form is written as a value of its own (packed-value.ts).
 * Each update says both what was and what is, so it can be read when the one before it is gone.
 */

const flag = { fromWebhook: 1, kindsWritten: 2, reasonsWritten: 4 } as const;
/** Flags from here on belong to later forms. */
const firstUnknownFlag = 8;

/** After the numbers of the fields. */
const location = 64;
const other = 65;

/** What a row holds of an update beside its time. */
export interface PackedUpdate {
  readonly marks: number;
  readonly packed: Uint8Array;
}

/** What is packed. How far a courier moved can be told from the positions, and is not. */
export type UpdateToPack = Pick<
  OrderUpdate,
  'source' | 'seenAtMs' | 'kinds' | 'reasons' | 'changes'
>;

/** What comes out again, not yet checked: a file can be damaged, edited or written by another version. */
export interface UnpackedUpdate {
  readonly source: OrderUpdate['source'];
  readonly kinds: unknown;
  readonly reasons: unknown;
  readonly changes: unknown;
}

const writer = new ByteWriter();

/** @param update the time must be a whole number of milliseconds: it is stored beside, as an integer */
export function packUpdate(update: UpdateToPack): PackedUpdate {
  const { kinds, reasons, changes, seenAtMs } = update;
  // What a value that could not be packed left behind is not part of this one.
  writer.take();
  let marks = 0;
  for (const kind of kinds) marks |= markOfKind(kind);
  const areKindsUsual = areUsual(kinds, marks);
  const areReasonsUsual =
    reasons.length === kinds.length &&
    reasons.every((reason, index) => reason === usualReason(kinds[index], changes));
  writer.byte(
    (update.source === 'webhook' ? flag.fromWebhook : 0) +
      (areKindsUsual ? 0 : flag.kindsWritten) +
      (areReasonsUsual ? 0 : flag.reasonsWritten),
  );
  if (!areKindsUsual) packValue(writer, kinds);
  if (!areReasonsUsual) {
    packValue(
      writer,
      reasons.map((reason, index) =>
        reason === usualReason(kinds[index], changes) ? null : reason,
      ),
    );
  }
  for (const change of changes) {
    if (change.field === 'courier.location') marks |= positionMark;
    packChange(change, seenAtMs);
  }
  return { marks, packed: writer.take() };
}

/** @throws RangeError or SyntaxError when the bytes are no packed update */
export function unpackUpdate(row: PackedUpdate & { readonly seenAtMs: number }): UnpackedUpdate {
  const reader = new ByteReader(row.packed);
  const flags = reader.byte();
  if (flags >= firstUnknownFlag) throw new RangeError('written by a newer Waybell');
  const kinds = (flags & flag.kindsWritten) === 0 ? kindsOfMarks(row.marks) : unpackValue(reader);
  const written = (flags & flag.reasonsWritten) === 0 ? null : unpackValue(reader);
  const changes: unknown[] = [];
  while (!reader.isAtEnd) changes.push(unpackChange(reader, row.seenAtMs));
  const listed: readonly unknown[] = Array.isArray(kinds) ? kinds : [];
  return {
    source: (flags & flag.fromWebhook) === 0 ? 'poll' : 'webhook',
    kinds,
    reasons: Array.isArray(written)
      ? written.map((reason: unknown, index) => reason ?? usualReason(listed[index], changes))
      : listed.map((kind) => usualReason(kind, changes)),
    changes,
  };
}

function packChange(change: UpdateToPack['changes'][number], seenAtMs: number): void {
  const { field, before, after } = change;
  const number = fields.indexOf(field);
  if (
    number < 0 ||
    before === undefined ||
    after === undefined ||
    Object.keys(change).length !== 3
  ) {
    writer.byte(other);
    packValue(writer, change);
    return;
  }
  if (field === 'courier.location') {
    const isPacked = packLocation(writer, location, { before, after }, seenAtMs);
    if (isPacked) return;
  }
  writer.byte(number);
  packValue(writer, before);
  packValue(writer, after, before);
}

function unpackChange(reader: ByteReader, seenAtMs: number): unknown {
  const first = reader.byte();
  if (first === other) return unpackValue(reader);
  if (first === location) return { field: 'courier.location', ...unpackLocation(reader, seenAtMs) };
  const field = fields[first];
  if (field === undefined) throw new RangeError('written by a newer Waybell');
  const before = unpackValue(reader);
  return { field, before, after: unpackValue(reader, before) };
}

/** Whether the marks give back just these kinds, in this order. */
function areUsual(kinds: readonly string[], marks: number): boolean {
  if (kinds.length === 1) return marks !== 0;
  const usual = kindsOfMarks(marks);
  return kinds.length === usual.length && kinds.every((kind, index) => kind === usual[index]);
}
