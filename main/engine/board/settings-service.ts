import { lastingGroupRules, replacedGroupRules } from '../../../core/notification/group-rules.ts';
import { sameValue } from '../../../core/same-value.ts';
import type { Settings, SettingsChange } from '../../../core/settings/settings.ts';

/** Where settings are kept. */
export interface SettingsStore {
  load(): Settings;
  /** @throws when the change could not be written */
  change(change: SettingsChange): Settings;
}

/**
 * Settings were changed by hand, with an imported file or by an erasure. The names are those that the change has, also
 * where a value is the same as before: who chooses a key again that another program had wants it tried again.
 */
export type SettingsChanged = (current: Settings, names: ReadonlySet<keyof Settings>) => void;

type GroupRules = Settings['groupRules'];

/**
 * The settings in force: the stored ones, with what the command line chose for this run laid over
 * them, and over both what the policy of this computer locks. A setting that the dispatcher changes by hand
 * is no longer overlaid. Snoozes of groups end by themselves and stay the dispatcher's, also where the rules
 * of groups are locked.
 */
export class SettingsService {
  readonly #store: SettingsStore;
  #stored: Settings;
  #overlay: SettingsChange;
  readonly #changed: SettingsChanged;
  readonly #locked: Partial<Settings>;
  #current: Settings;

  /** @param locked what the policy of this computer sets */
  constructor(
    store: SettingsStore,
    overlay: SettingsChange,
    changed: SettingsChanged = () => undefined,
    locked: SettingsChange = {},
  ) {
    this.#locked = named(locked);
    this.#store = store;
    this.#changed = changed;
    this.#stored = store.load();
    this.#overlay = overlay;
    this.#current = this.#inForce();
  }

  get current(): Settings {
    return this.#current;
  }

  /** The settings that the policy of this computer locks. */
  get lockedNames(): readonly string[] {
    return Object.keys(this.#locked);
  }

  /** A change as the dispatcher may make it by hand; null when it touches what is locked. */
  permitted(change: SettingsChange): SettingsChange | null {
    const { groupRules, ...others } = change;
    const locked = this.#locked.groupRules;
    const isSnooze =
      groupRules !== undefined &&
      locked !== undefined &&
      sameValue(sorted(groupRules), sorted(locked));
    const isOpen = (name: string) => !(name in this.#locked);
    if (!Object.keys(isSnooze ? others : change).every(isOpen)) return null;
    if (!isSnooze) return change;
    const own = lastingGroupRules(this.#stored.groupRules);
    return { ...others, groupRules: replacedGroupRules(own, groupRules) };
  }

  /** A change without what is locked. */
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
    const current = this.#inForce();
    this.#current = current;
    this.#changed(current, new Set(Object.keys(changed) as (keyof Settings)[]));
    return current;
  }

  #inForce(): Settings {
    const own = { ...this.#stored, ...named(this.#overlay) };
    const { groupRules } = this.#locked;
    if (groupRules === undefined) return { ...own, ...this.#locked };
    return {
      ...own,
      ...this.#locked,
      groupRules: replacedGroupRules(groupRules, own.groupRules),
    };
  }
}

/** The rules without snoozes, by the names of the groups. */
function sorted(rules: GroupRules): GroupRules {
  return lastingGroupRules(rules).toSorted((one, other) => (one.group < other.group ? -1 : 1));
}

/** Only what has a value: a name without one must not hide the setting below. */
function named(change: SettingsChange): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
