import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ConnectionProfile, ProfileStore } from '../connection/ports.ts';

const profileRow = z
  .object({ base_url: z.string().min(1), client_id: z.string().min(1) })
  .transform((row) => ({ baseUrl: row.base_url, clientId: row.client_id }));

/** Which service this desk talks to. The client secret is in the keychain, never here. */
export class ProfileRepository implements ProfileStore {
  readonly #sql: DatabaseSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  /** Null when there is none, or none that can be read. */
  load(): ConnectionProfile | null {
    const row = this.#sql.prepare('SELECT base_url, client_id FROM profiles WHERE no = 1').get();
    return profileRow.safeParse(row).data ?? null;
  }

  save(profile: ConnectionProfile): void {
    this.#sql
      .prepare(
        `INSERT INTO profiles (no, base_url, client_id) VALUES (1, ?, ?)
        ON CONFLICT (no) DO UPDATE SET base_url = excluded.base_url, client_id = excluded.client_id`,
      )
      .run(profile.baseUrl, profile.clientId);
  }

  clear(): void {
    this.#sql.exec('DELETE FROM profiles');
  }
}
