import {
  fittingSettings,
  type HubSettingName,
  hubSettingNames,
  type HubSettingsChange,
  type HubSettings,
  type HubSettingsEvent,
  hubSettingsOf,
  type HubSettingsState,
} from '../../core/team/hub-settings.ts';
import { sameValue } from '../../core/same-value.ts';
import type { Clock } from '../../core/clock.ts';
import type { LogWriter } from './log-writer.ts';
import { settingsKey, type TeamView } from './team-view.ts';

/** The settings of this hub's own profile, and what of them is fixed here. */
export interface OwnSettings {
  readonly current: HubSettings;
  /** What an option of this run or the policy of this computer sets. */
  readonly lockedNames: readonly HubSettingName[];
  /** Goes by this from now on. */
  change(change: HubSettingsChange): void;
}

/** What {@link HubSettingsLog} works with. */
export interface HubSettingsLogParts {
  readonly view: TeamView;
  readonly writer: LogWriter;
  readonly clock: Clock;
}

/** What was set for all hubs of a team, in the log. */
export class HubSettingsLog {
  readonly #parts: HubSettingsLogParts;

  constructor(parts: HubSettingsLogParts) {
    this.#parts = parts;
  }

  /** Null before anything was set. */
  get current(): HubSettingsEvent | null {
    return this.#parts.view.hubSettings;
  }

  /** Sets what is named; the rest stays. @param by the name of the desk; null for a command */
  async change(change: HubSettingsChange, by: string | null, key: string): Promise<void> {
    const { clock, writer } = this.#parts;
    await writer.write(settingsKey, `settings.${key}`, () => {
      const before = this.current?.settings ?? {};
      const settings = { ...before, ...change };
      if (sameValue(settings, before)) return null;
      const atMs = clock.wallMs();
      return { ...this.current, settings, by, atMs, keptAtMs: atMs } satisfies HubSettingsEvent;
    });
  }

  /** Writes it again as it is, so that the log's age does not take it away. */
  async keep(afterMs: number, hubId: string): Promise<void> {
    const { clock, writer } = this.#parts;
    const nowMs = clock.wallMs();
    const known = this.current;
    if (known === null || nowMs - known.keptAtMs < afterMs) return;
    await writer.write(settingsKey, `${hubId}.kept.settings.${nowMs}`, () => {
      const now = this.current;
      if (now === null || now.keptAtMs !== known.keptAtMs) return null;
      return { ...now, keptAtMs: nowMs } satisfies HubSettingsEvent;
    });
  }
}

/** Has a hub go by what was set for its team, as far as nothing is fixed on its computer. */
export class TeamSettings {
  readonly #log: HubSettingsLog;
  readonly #own: OwnSettings;

  constructor(log: HubSettingsLog, own: OwnSettings) {
    this.#log = log;
    this.#own = own;
  }

  get state(): HubSettingsState {
    const { current, lockedNames } = this.#own;
    return { settings: hubSettingsOf(current), locked: [...lockedNames] };
  }

  /**
   * The log says something else than before, or was read; again after a while, where the profile could not be written.
   *
   * @throws when the profile cannot be written
   */
  apply(): void {
    const event = this.#log.current;
    if (event === null) return;
    const set = fittingSettings(event);
    const { current, lockedNames } = this.#own;
    const open = hubSettingNames.filter(
      (name) =>
        set[name] !== undefined &&
        !lockedNames.includes(name) &&
        !sameValue(set[name], current[name]),
    );
    if (open.length === 0) return;
    this.#own.change(Object.fromEntries(open.map((name) => [name, set[name]])));
  }

  /** @returns the first name that is fixed here; null where the change was made */
  async change(change: HubSettingsChange, by: string, key: string): Promise<HubSettingName | null> {
    const fixed = this.#own.lockedNames.find((name) => change[name] !== undefined);
    if (fixed !== undefined) return fixed;
    await this.#log.change(change, by, key);
    return null;
  }
}
