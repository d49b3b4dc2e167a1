import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isServiceNote } from '../../../core/wire/contract-note-text.ts';
import type { ContractNoteEntry } from '../../../core/wire/contract-notes.ts';
import type { ContractNoteStore } from '../connection/ports.ts';
import { inTransaction } from './sql.ts';

const noteRow = z.object({
  note: z.string().refine(isServiceNote),
  count: z.int().positive(),
  first_seen_at_ms: z.int(),
  last_seen_at_ms: z.int(),
});

/** Which rules of leniency the answers of a service needed. Names and counts, nothing else. */
export class ContractNoteRepository implements ContractNoteStore {
  readonly #sql: DatabaseSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  /** The most frequent first. Rows that cannot be read, or whose rule is gone, are left out. */
  load(baseUrl: string): readonly ContractNoteEntry[] {
    return this.#sql
      .prepare('SELECT * FROM contract_notes WHERE base_url = ? ORDER BY count DESC, note')
      .all(baseUrl)
      .flatMap((row) => {
        const { data } = noteRow.safeParse(row);
        if (data === undefined) return [];
        return [
          {
            note: data.note,
            count: data.count,
            firstSeenAtMs: data.first_seen_at_ms,
            lastSeenAtMs: data.last_seen_at_ms,
          },
        ];
      });
  }

  save(baseUrl: string, entries: readonly ContractNoteEntry[]): void {
    const upsert = this.#sql.prepare(`
      INSERT INTO contract_notes (base_url, note, count, first_seen_at_ms, last_seen_at_ms)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (base_url, note) DO UPDATE SET
        count = excluded.count, last_seen_at_ms = excluded.last_seen_at_ms`);
    inTransaction(
      this.#sql,
      () => {
        for (const { note, count, firstSeenAtMs, lastSeenAtMs } of entries) {
          upsert.run(baseUrl, note, count, Math.round(firstSeenAtMs), Math.round(lastSeenAtMs));
        }
      },
      'askedAgain',
    );
  }

  keepOnly(baseUrl: string | null): void {
    this.#sql.prepare('DELETE FROM contract_notes WHERE base_url IS NOT ?').run(baseUrl);
  }
}
