import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { LineBox, PendingLine } from '../lines/ports.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { inTransaction } from './sql.ts';

const pendingRow = z.object({ no: z.number(), order_id: orderIdSchema, json: z.string() });

/** The lines of the command line that were decided and not yet printed. */
export class LineRepository implements LineBox {
  readonly #sql: DatabaseSync;
  readonly #pending: StatementSync;
  readonly #put: StatementSync;
  readonly #settleUpdate: StatementSync;
  readonly #settleOrder: StatementSync;
  readonly #firstAnswer: StatementSync;
  readonly #forget: StatementSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
    this.#pending = sql.prepare(
      'SELECT no, order_id, json FROM lines WHERE json IS NOT NULL ORDER BY no',
    );
    this.#put = sql.prepare('INSERT INTO lines (order_id, event, json) VALUES (?, ?, ?)');
    this.#settleUpdate = sql.prepare("DELETE FROM lines WHERE no = ? AND event = 'update'");
    this.#settleOrder = sql.prepare(
      "UPDATE lines SET json = NULL WHERE no = ? AND event = 'order'",
    );
    this.#firstAnswer = sql.prepare(
      "SELECT no FROM lines WHERE order_id = ? AND event = 'order' LIMIT 1",
    );
    this.#forget = sql.prepare("DELETE FROM lines WHERE order_id = ? AND event = 'order'");
  }

  pending(): readonly PendingLine[] {
    return this.#pending.all().map((row) => {
      const { no, order_id: orderId, json } = pendingRow.parse(row);
      return { no, orderId, json };
    });
  }

  put(orderId: OrderId, event: 'order' | 'update', json: string): void {
    this.#put.run(orderId, event, json);
  }

  settle(no: number, print: () => boolean): void {
    // A line whose end was cut off is printed again, as after a kill between the two.
    inTransaction(
      this.#sql,
      () => {
        this.#settleUpdate.run(no);
        this.#settleOrder.run(no);
        return print();
      },
      'askedAgain',
    );
  }

  hasFirstAnswer(orderId: OrderId): boolean {
    return this.#firstAnswer.get(orderId) !== undefined;
  }

  forgetFirstAnswers(orderIds: readonly OrderId[]): void {
    inTransaction(this.#sql, () => {
      for (const id of orderIds) this.#forget.run(id);
    });
  }
}
