import type { OrderId } from '../../core/order-id.ts';

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
  /** The line was printed. */
  settle(no: number): void;
  /** Whether the first answer of this order was told, or is waiting to be. */
  hasFirstAnswer(orderId: OrderId): boolean;
  /** From now on the next answer of these orders counts as their first. */
  forgetFirstAnswers(orderIds: readonly OrderId[]): void;
}

/** Where printed text goes. */
export interface TextSink {
  /** Resolves once the text has left this process; `closed` when nobody reads any more. */
  write(text: string): Promise<'written' | 'closed'>;
}
