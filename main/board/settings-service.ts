import type { Settings, SettingsChange } from '../../core/settings/settings.ts';

/** Where settings are kept. */
export interface SettingsStore {
  load(): Settings;
  /** @throws when the change could not be written */
  change(change: SettingsChange): Settings;
}

/**
 * The settings in force: the stored ones, with what the command line chose for this run laid over
 * them, and over both what the policy of this computer locks. A setting that the dispatcher changes by hand is no longer overlaid.
 */
export class SettingsService {
  readonly #store: SettingsStore;
  #stored: Settings;
  #overlay: SettingsChange;
  readonly #changed: (current: Settings) => void;
  readonly #locked: Partial<Settings>;

  /** @param changed called after each change. @param locked what the policy of this computer sets */
  constructor(
    store: SettingsStore,
    overlay: SettingsChange,
    changed: (current: Settings) => void = () => undefined,
    locked: SettingsChange = {},
  ) {
    this.#locked = named(locked);
    this.#store = store;
    this.#changed = changed;
    this.#stored = store.load();
    this.#overlay = overlay;
  }

  get current(): Settings {
    return { ...this.#stored, ...named(this.#overlay), ...this.#locked };
  }

  /** The settings that the policy of this computer locks. */
  get lockedNames(): readonly string[] {
    return Object.keys(this.#locked);
  }

  /** A change without what is locked: nobody is to change that. */
  unlocked(change: SettingsChange): SettingsChange {
    return Object.fromEntries(Object.entries(change).filter(([name]) => !(name in this.#locked)));
  }

  /** @throws when the change could not be written; nothing changed then */
  change(change: SettingsChange): Settings {
    this.#stored = this.#store.change(change);
    const changed = named(change);
    this.#overlay = Object.fromEntries(
      Object.entries(this.#overlay).filter(([name]) => !(name in changed)),
    );
    const { current } = this;
    this.#changed(current);
    return current;
  }
}

/** Only what has a value: a name without one must not hide the setting below. */
function named(change: SettingsChange): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
