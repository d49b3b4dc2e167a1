import { randomUUID } from 'node:crypto';
import { settingsWarnings } from '../../../core/settings/settings-warnings.ts';
import { defaultSettings, type Settings, settingsSchema } from '../../../core/settings/settings.ts';
import {
  fittingSettings,
  hubSettingNames,
  type HubSettingsEvent,
} from '../../../core/team/hub-settings.ts';
import { openToRead } from '../../engine/storage/database.ts';
import { SettingsRepository } from '../../engine/storage/settings-repository.ts';
import { HubSettingsLog } from '../../hub/hub-settings.ts';
import { exitCodes } from '../exit-codes.ts';
import type { HubCommand } from '../hub-arguments.ts';
import { cell, terminalJson, terminalText } from '../terminal-text.ts';
import { type LogSurroundings, withTeamLog } from './team-log.ts';

/** A command about what the hub decides for its team. */
export type HubSettingsCommand = Extract<HubCommand, { kind: 'settings' | 'set' }>;

/** `waybell hub settings` and `set`, beside hubs that run or while none does. @returns the exit code */
export function changeHubSettings(
  command: HubSettingsCommand,
  surroundings: LogSurroundings,
): Promise<number> {
  const { clock, print, say } = surroundings;
  const onlyReads = command.kind === 'settings';
  return withTeamLog(command.store, surroundings, onlyReads, async ({ view, writer }) => {
    const log = new HubSettingsLog({ view, writer, clock });
    if (command.kind === 'set') {
      const { change } = command;
      const own = profileSettings(command.store.profileDir);
      const set = log.current && fittingSettings(log.current);
      const before = settingsSchema.parse({ ...own, ...set });
      for (const warning of settingsWarnings(change, before, 'en')) {
        say(`${terminalText(warning)}\n`);
      }
      await log.change(change, null, randomUUID());
      say(
        'Set for all hubs of the team. Those that run go by it at once, but for what an option of theirs or a policy of their computer sets.\n',
      );
      return exitCodes.asAsked;
    }
    const { current } = log;
    await print(
      command.isJson
        ? `${terminalJson(JSON.stringify(current?.settings ?? {}))}\n`
        : settingsTable(current),
    );
    return exitCodes.asAsked;
  });
}

/** The settings of a hub's profile; those of a new one where there is none, or it cannot be read. */
function profileSettings(profileDir: string | null): Settings {
  const database = profileDir === null ? null : openToRead(profileDir);
  if (database === null) return defaultSettings;
  try {
    return new SettingsRepository(database.sql).load();
  } finally {
    database.close();
  }
}

/** What was set, a line for each name; what was not is as in the profile of each hub. */
function settingsTable(current: HubSettingsEvent | null): string {
  const width = Math.max(...hubSettingNames.map((name) => name.length));
  const lines = hubSettingNames.map((name) => {
    const value = current?.settings[name];
    const shown = value === undefined ? '(as in the profile of each hub)' : JSON.stringify(value);
    return `${cell(name, width)}  ${terminalText(shown)}\n`;
  });
  if (current === null) return lines.join('');
  const by = current.by === null ? 'the command line' : `"${terminalText(current.by)}"`;
  return `${lines.join('')}Last set by ${by} at ${new Date(current.atMs).toISOString()}\n`;
}
