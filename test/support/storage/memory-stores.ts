import { storedConnectionOptionsSchema } from '../../../core/delivery/connection-options-schema.ts';
import { isServiceNote } from '../../../core/wire/contract-note-text.ts';
import type { ContractNoteEntry } from '../../../core/wire/contract-notes.ts';
import { defaultSettings, type Settings, settingsSchema } from '../../../core/settings/settings.ts';
import type { SettingsStore } from '../../../main/engine/board/settings-service.ts';
import type {
  ConnectionProfile,
  ContractNoteStore,
  ProfileStore,
} from '../../../main/engine/connection/ports.ts';

/*
 * Small stores in memory whose disks can be full. test/contract/small-stores.test.ts runs the same tests
 * on them and on the stores in the database.
 */

/** Keeps the profile. */
export class MemoryProfiles implements ProfileStore {
  profile: ConnectionProfile | null = null;
  isDiskFull = false;

  load(): ConnectionProfile | null {
    return this.profile;
  }

  save({ baseUrl, clientId, options }: ConnectionProfile): void {
    this.#work();
    const stored = storedConnectionOptionsSchema.parse(options ?? {});
    this.profile = { baseUrl, clientId, options: stored };
  }

  clear(): void {
    this.#work();
    this.profile = null;
  }

  #work(): void {
    if (this.isDiskFull) throw new Error('disk full');
  }
}

/** Keeps the contract notes of each service. */
export class MemoryContractNotes implements ContractNoteStore {
  readonly kept = new Map<string, Map<string, ContractNoteEntry>>();
  saveCount = 0;
  isDiskFull = false;

  load(baseUrl: string): readonly ContractNoteEntry[] {
    return [...(this.kept.get(baseUrl)?.values() ?? [])];
  }

  save(baseUrl: string, entries: readonly ContractNoteEntry[]): void {
    if (this.isDiskFull) throw new Error('disk full');
    this.saveCount += 1;
    const of = this.kept.get(baseUrl) ?? new Map<string, ContractNoteEntry>();
    for (const entry of entries) {
      if (!isServiceNote(entry.note)) continue;
      const { firstSeenAtMs } = of.get(entry.note) ?? entry;
      of.set(entry.note, { ...entry, firstSeenAtMs });
    }
    this.kept.set(baseUrl, of);
  }

  keepOnly(baseUrl: string | null): void {
    for (const known of this.kept.keys()) if (known !== baseUrl) this.kept.delete(known);
  }
}

/** Keeps the settings. */
export class MemorySettings implements SettingsStore {
  stored: Settings = defaultSettings;
  isDiskFull = false;

  load(): Settings {
    return this.stored;
  }

  change(change: Parameters<SettingsStore['change']>[0]): Settings {
    if (this.isDiskFull) throw new Error('disk full');
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    this.stored = settingsSchema.parse({ ...this.stored, ...Object.fromEntries(given) });
    return this.stored;
  }
}
