import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { storedConnectionOptionsSchema } from '../../../core/delivery/connection-options-schema.ts';
import {
  defaultConnectionOptions,
  type ConnectionOptions,
} from '../../../core/delivery/connection-options.ts';
import { withoutSecrets } from '../../../core/text/address-without-secrets.ts';
import type { ConnectionProfile, ProfileStore } from '../connection/ports.ts';

const profileRow = z
  .object({
    base_url: z.string().min(1),
    client_id: z.string().min(1),
    options_json: z.string().nullable(),
  })
  .transform((row) => ({
    baseUrl: withoutSecrets(row.base_url),
    clientId: row.client_id,
    options: storedOptions(row.options_json),
  }));

/** Which service this computer talks to. The client secret is in the keychain, never here. */
export class ProfileRepository implements ProfileStore {
  readonly #sql: DatabaseSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  /** Null when there is none, or none that can be read. */
  load(): ConnectionProfile | null {
    const row = this.#sql
      .prepare('SELECT base_url, client_id, options_json FROM profiles WHERE no = 1')
      .get();
    return profileRow.safeParse(row).data ?? null;
  }

  save(profile: ConnectionProfile): void {
    const options = storedConnectionOptionsSchema.parse(profile.options ?? {});
    this.#sql
      .prepare(
        `INSERT INTO profiles (no, base_url, client_id, options_json) VALUES (1, ?, ?, ?)
        ON CONFLICT (no) DO UPDATE SET base_url = excluded.base_url,
          client_id = excluded.client_id, options_json = excluded.options_json`,
      )
      .run(profile.baseUrl, profile.clientId, JSON.stringify(options));
  }

  clear(): void {
    this.#sql.exec('DELETE FROM profiles');
  }
}

/** Each option that fits; the default in place of one that does not. */
function storedOptions(json: string | null): ConnectionOptions {
  let stored: unknown;
  try {
    stored = JSON.parse(json ?? '{}');
  } catch {
    stored = {};
  }
  return storedConnectionOptionsSchema.safeParse(stored).data ?? defaultConnectionOptions;
}
