import type { DatabaseSync } from 'node:sqlite';
import { settingsSchema } from '../../../core/settings/settings.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { inTransaction } from './sql.ts';

/** The dispatcher's choices. Whatever the file holds, what comes out fits the schema. */
export class SettingsRepository {
  readonly #sql: DatabaseSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  load(): Settings {
    const stored: Record<string, unknown> = {};
    for (const row of this.#sql.prepare('SELECT name, value_json FROM settings').all()) {
      try {
        stored[String(row['name'])] = JSON.parse(String(row['value_json']));
      } catch {
        // Left out, so that this setting alone falls back to its default.
      }
    }
    return settingsSchema.parse(stored);
  }

  /** @returns the settings after the change, as they will be loaded */
  change(change: Partial<Settings>): Settings {
    const before = this.load();
    const given = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    );
    const after = settingsSchema.parse({ ...before, ...given });
    const upsert = this.#sql.prepare(`
      INSERT INTO settings (name, value_json) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value_json = excluded.value_json`);
    inTransaction(this.#sql, () => {
      for (const [name, value] of Object.entries(after)) upsert.run(name, JSON.stringify(value));
    });
    return after;
  }
}
