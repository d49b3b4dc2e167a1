import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { namedPhoneOwners, privacyActs } from '../../../core/privacy/privacy-ledger.ts';
import type { PrivacyEntry } from '../../../core/privacy/privacy-ledger.ts';
import type { PrivacyLedgerStore } from '../privacy/ports.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';

/** Entries older than a year are deleted. */
const keptForMs = 365 * 86_400_000;

const owner = z.union([
  z.enum(namedPhoneOwners),
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number),
]);

const entryRow = z
  .object({
    at_ms: z.number(),
    act: z.enum(privacyActs),
    order_id: orderIdSchema.nullable(),
    owner: owner.nullable(),
  })
  .transform((row): PrivacyEntry => ({
    atMs: row.at_ms,
    act: row.act,
    orderId: row.order_id,
    owner: row.owner,
  }));

/** The ledger of phone numbers shown and orders erased. It holds no name and no number. */
export class PrivacyLedgerRepository implements PrivacyLedgerStore {
  readonly #sql: DatabaseSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  add({ atMs, act, orderId, owner: whose }: PrivacyEntry): void {
    this.#sql
      .prepare('INSERT INTO privacy_ledger (at_ms, act, order_id, owner) VALUES (?, ?, ?, ?)')
      .run(Math.round(atMs), act, orderId, whose === null ? null : String(whose));
    this.#sql.prepare('DELETE FROM privacy_ledger WHERE at_ms < ?').run(atMs - keptForMs);
  }

  latest(limit: number): readonly PrivacyEntry[] {
    return this.#sql
      .prepare('SELECT * FROM privacy_ledger ORDER BY no DESC LIMIT ?')
      .all(limit)
      .flatMap((row) => entryRow.safeParse(row).data ?? []);
  }
}
