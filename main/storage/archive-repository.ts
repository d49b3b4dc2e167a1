import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { archiveChoices } from '../../core/watch/archive.ts';
import type { ArchiveChoice } from '../../core/watch/archive.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { ArchiveStore } from '../board/ports.ts';
import { orderIdSchema } from '../../core/order/order-id-schema.ts';
import { inTransaction } from './sql.ts';

const choiceRow = z.object({ id: orderIdSchema, choice: z.enum(archiveChoices) });

/** The dispatcher's choices about the archive, beside the orders that they are about. */
export class ArchiveRepository implements ArchiveStore {
  readonly #sql: DatabaseSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  /** Rows that cannot be read are left out: their orders count as without a choice. */
  load(): ReadonlyMap<OrderId, ArchiveChoice> {
    const choices = new Map<OrderId, ArchiveChoice>();
    const rows = this.#sql
      .prepare('SELECT id, choice FROM archive_choices JOIN watched_orders ON no = order_no')
      .iterate();
    for (const row of rows) {
      const { data } = choiceRow.safeParse(row);
      if (data !== undefined) choices.set(data.id, data.choice);
    }
    return choices;
  }

  save(choices: ReadonlyMap<OrderId, ArchiveChoice | null>): void {
    const upsert = this.#sql.prepare(`
      INSERT INTO archive_choices (order_no, choice)
      SELECT no, ? FROM watched_orders WHERE id = ?
      ON CONFLICT (order_no) DO UPDATE SET choice = excluded.choice`);
    const forget = this.#sql.prepare(`
      DELETE FROM archive_choices WHERE order_no = (SELECT no FROM watched_orders WHERE id = ?)`);
    inTransaction(this.#sql, () => {
      for (const [id, choice] of choices) {
        if (choice === null) forget.run(id);
        else upsert.run(choice, id);
      }
    });
  }
}
