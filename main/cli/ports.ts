import type { OrderId } from '../../core/order/order-id.ts';

/** A line that was decided and is not yet known to be printed. */
export interface PendingLine {
  readonly no: number;
  readonly orderId: OrderId;
  /** The line event as JSON, on one line. */
  readonly json: string;
}

/** Where lines wait, written in one transaction with the state that they tell of. */
export interface LineBox {
  /** Oldest first; after a crash they are still here. */
  pending(): readonly PendingLine[];
  put(orderId: OrderId, event: 'order' | 'update', json: string): void;
  /**
   * Crosses a line out, if printing it went well: everything but the last write to the disk is done
   * before the line is printed, so that next to no time is left in which a crash would print it again.
   *
   * @param print answers whether the line has left the process
   * @throws when nothing could be read or written; the line is then still here
   */
  settle(no: number, print: () => boolean): void;
  /** Whether the first answer of this order was told, or is waiting to be. */
  hasFirstAnswer(orderId: OrderId): boolean;
  /** From now on the next answer of these orders counts as their first. */
  forgetFirstAnswers(orderIds: readonly OrderId[]): void;
}

/** What a file that lines are appended to holds already. */
export interface PrintedLines {
  /** The last lines, whole or torn, without their breaks. */
  readonly lines: ReadonlySet<string>;
  /** Whether the last one has no break: what follows must begin with one. */
  readonly isTorn: boolean;
}

/** Where printed text goes. */
export interface TextSink {
  /** Whether a program may read the text at once, as in a pipe, and act on it. */
  readonly hasReader: boolean;
  /** What an earlier run left in a file that is appended to; null where that cannot be known. */
  readonly printed: PrintedLines | null;
  /**
   * Writes the text at once. `busy` when the reader is behind: writing the same text again later goes on
   * where this stopped; `closed` when the reader is gone.
   */
  write(text: string): 'written' | 'busy' | 'closed';
}
