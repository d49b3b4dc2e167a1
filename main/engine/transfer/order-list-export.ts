import {
  endLine,
  exportedOrder,
  headLine,
  mostPortableOrders,
  orderLine,
} from '../../../core/transfer/order-list-file.ts';
import { isHandedOver } from '../../../core/transfer/portable-order.ts';
import { largestTransfer } from '../../../core/transfer/transfer.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { ArchiveStore, WatchStore } from '../watch/ports.ts';

/** What goes into a hand-over. */
export interface ExportChoice {
  /** Adds the service's last answers, with names, numbers and addresses. */
  readonly withPersonalData: boolean;
  /** Orders that were over at this time or later go in, in milliseconds since 1970; null for none. */
  readonly finishedSinceMs: number | null;
}

/** How many orders went into a hand-over, and how many that are over were left out. */
export interface ExportCount {
  orders: number;
  leftOut: number;
}

/**
 * The stored orders that may go into a hand-over, in parts. Those that are evicted and were over before the
 * chosen time are not read.
 *
 * @param count gets how many these are
 */
export function* partsToHandOver(
  stored: Pick<WatchStore & ArchiveStore, 'archivedCount' | 'archivedSince' | 'loadInParts'>,
  { finishedSinceMs }: Pick<ExportChoice, 'finishedSinceMs'>,
  count: ExportCount,
): Generator<readonly WatchedOrder[], void> {
  yield* stored.loadInParts();
  let unread = stored.archivedCount();
  for (const part of finishedSinceMs === null ? [] : stored.archivedSince(finishedSinceMs)) {
    unread -= part.length;
    yield part;
  }
  count.leftOut += unread;
}

/**
 * The file for the next dispatcher, a piece for each part of the list: what is exported can be imported.
 *
 * @param count counts on while the pieces are read
 * @throws RangeError when the file would be too large to be imported
 */
export function* orderListPieces(
  parts: Iterable<readonly WatchedOrder[]>,
  { finishedSinceMs, withPersonalData }: ExportChoice,
  nowMs: number,
  count: ExportCount,
): Generator<string, void> {
  let length = 0;
  yield headLine(nowMs);
  for (const part of parts) {
    const chosen = part.filter((watched) => isHandedOver(watched, nowMs, finishedSinceMs));
    const lines = chosen.map((watched) => orderLine(exportedOrder(watched, withPersonalData)));
    const isFirst = count.orders === 0;
    count.orders += chosen.length;
    count.leftOut += part.length - chosen.length;
    const piece = `${isFirst || lines.length === 0 ? '' : ',\n'}${lines.join(',\n')}`;
    length += Buffer.byteLength(piece);
    if (count.orders > mostPortableOrders || length > largestTransfer - 1_000_000) {
      throw new RangeError('a file that could not be imported');
    }
    yield piece;
  }
  yield `\n${endLine}`;
}
