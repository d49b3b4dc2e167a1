import type { OrderRow, RowCourier } from './board.ts';
import type { OrderId } from '../order/order-id.ts';
import {
  packNumbers,
  packTexts,
  packWords,
  readNumbers,
  readTexts,
  readWords,
  type PackedNumbers,
  type PackedTexts,
  type PackedWords,
} from './packed-columns.ts';

/**
 * Rows as they cross from main to the window: columns in place of objects. Ten thousand rows are a
 * handful of values for the bridge to copy, where objects are hundreds of thousands, and no name of a
 * field is sent at all.
 */
export interface RowColumns {
  readonly count: number;
  /** One byte of yes and no for each row. */
  readonly flags: Uint8Array;
  readonly ids: string;
  readonly numbers: PackedNumbers;
  readonly words: PackedWords;
  readonly texts: PackedTexts;
}

const idLength = 36;

const numberOf: readonly ((row: OrderRow) => number | null)[] = [
  (row) => row.statusSinceMs,
  (row) => row.attention?.score ?? null,
  (row) => row.moreStops,
  (row) => row.scheduledAtMs,
  (row) => (row.courier.kind === 'known' ? row.courier.fixAtMs : null),
  (row) => (row.courier.kind === 'known' ? row.courier.movedMeters : null),
  (row) => row.price?.amount ?? null,
  (row) => row.priceChange,
  (row) => row.observedAtMs,
  (row) => row.changedAtMs,
  (row) => row.nextCheckAtMs,
  (row) => row.checkEveryMs,
  (row) => row.problem?.httpStatus ?? null,
  (row) => row.problem?.sinceMs ?? null,
  (row) => row.problem?.failureCount ?? null,
  (row) => row.addedAtMs,
];

const wordOf: readonly ((row: OrderRow) => string | null)[] = [
  (row) => row.status?.raw ?? null,
  (row) => row.status?.phase ?? null,
  (row) => row.attention?.reason ?? null,
  (row) => row.courier.kind,
  (row) => row.price?.currency ?? null,
  (row) => row.problem?.code ?? null,
];

const textOf: readonly ((row: OrderRow) => string | null)[] = [
  (row) => row.label,
  (row) => row.pickupText,
  (row) => row.destinationText,
  (row) => (row.courier.kind === 'known' ? row.courier.name : null),
];

const flag = {
  isChecking: 1,
  isUnseen: 2,
  isMuted: 4,
  hasPrice: 8,
  isPinned: 16,
  isArchived: 32,
} as const;

/** Packs rows for the bridge. */
export function encodeRows(rows: readonly OrderRow[]): RowColumns {
  return {
    count: rows.length,
    flags: Uint8Array.from(rows, flagsOf),
    ids: rows.map(({ id }) => id).join(''),
    numbers: packNumbers(rows, numberOf),
    words: packWords(rows, wordOf),
    texts: packTexts(rows, textOf),
  };
}

function flagsOf(row: OrderRow): number {
  return (
    (row.isChecking ? flag.isChecking : 0) |
    (row.isUnseen ? flag.isUnseen : 0) |
    (row.isMuted ? flag.isMuted : 0) |
    (row.isPinned ? flag.isPinned : 0) |
    (row.isArchived ? flag.isArchived : 0) |
    (row.price === null ? 0 : flag.hasPrice)
  );
}

/** Unpacks what {@link encodeRows} packed. Nothing else may be given: it is not checked again. */
export function decodeRows(columns: RowColumns): readonly OrderRow[] {
  const { count, flags, ids } = columns;
  const number = readNumbers(columns.numbers, count);
  const word = readWords(columns.words, count);
  const nextText = readTexts(columns.texts, count);
  const rows: OrderRow[] = [];
  for (let index = 0; index < count; index += 1) {
    const bits = flags[index] ?? 0;
    const phase = word(1, index);
    const score = number(1, index);
    const sinceMs = number(13, index);
    const label = nextText(0, index);
    const pickupText = nextText(1, index);
    const destinationText = nextText(2, index);
    const name = nextText(3, index);
    // The words were read from rows of this very type.
    rows.push({
      id: ids.slice(index * idLength, (index + 1) * idLength) as OrderId,
      label,
      status: phase === null ? null : ({ raw: word(0, index), phase } as OrderRow['status']),
      statusSinceMs: number(0, index),
      attention:
        score === null ? null : ({ score, reason: word(2, index) } as OrderRow['attention']),
      pickupText,
      destinationText,
      moreStops: number(2, index) ?? 0,
      scheduledAtMs: number(3, index),
      courier: courierOf(
        word(3, index) as RowCourier['kind'],
        name,
        number(4, index),
        number(5, index),
      ),
      price:
        (bits & flag.hasPrice) === 0
          ? null
          : { amount: number(6, index) ?? 0, currency: word(4, index) },
      priceChange: number(7, index),
      observedAtMs: number(8, index),
      changedAtMs: number(9, index),
      nextCheckAtMs: number(10, index),
      checkEveryMs: number(11, index),
      isChecking: (bits & flag.isChecking) !== 0,
      isUnseen: (bits & flag.isUnseen) !== 0,
      isMuted: (bits & flag.isMuted) !== 0,
      isPinned: (bits & flag.isPinned) !== 0,
      isArchived: (bits & flag.isArchived) !== 0,
      problem:
        sinceMs === null
          ? null
          : ({
              code: word(5, index),
              httpStatus: number(12, index),
              sinceMs,
              failureCount: number(14, index) ?? 0,
            } as OrderRow['problem']),
      addedAtMs: number(15, index) ?? 0,
    });
  }
  return rows;
}

function courierOf(
  kind: RowCourier['kind'],
  name: string | null,
  fixAtMs: number | null,
  movedMeters: number | null,
): RowCourier {
  return kind === 'known' ? { kind, name, fixAtMs, movedMeters } : { kind };
}
