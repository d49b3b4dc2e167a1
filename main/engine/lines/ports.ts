import type { OrderId } from '../../../core/order/order-id.ts';

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
