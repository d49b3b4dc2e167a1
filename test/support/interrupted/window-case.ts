import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../../core/settings/settings.ts';
import {
  FileWindowMemoryStore,
  type WindowMemory,
} from '../../../main/desktop/window/window-place.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { SettingsRepository } from '../../../main/engine/storage/settings-repository.ts';
import { type InterruptedCase, must } from './case.ts';

const writer = join(import.meta.dirname, 'window-writer.ts');

/** Where the window's place is kept in a profile folder. */
export const windowPath = (folder: string): string => join(folder, 'window.json');

/** The n-th choice of the dispatcher, in two settings that belong together. */
export const windowSettings = (number: number): Pick<Settings, 'archiveDays' | 'historyDays'> => ({
  historyDays: 10 + number,
  archiveDays: 20 + number,
});

/** The n-th place of the window. */
export function windowMemory(number: number): WindowMemory {
  const bounds = { x: number, y: number, width: 800, height: 600 };
  const place = { bounds, isMaximized: false, detailWidthPx: null };
  return { places: [{ screens: '0,0,1440,900', place }], knowsTray: true };
}

/** The settings and the place of the window, each changed three times. */
export const windowCase: InterruptedCase = {
  name: 'settings and window place, in the window',
  prepare(folder) {
    const database = openDatabase(folder);
    new SettingsRepository(database.sql).change(windowSettings(0));
    database.close();
    new FileWindowMemoryStore(windowPath(folder)).save(windowMemory(0));
  },
  script: (folder) => [writer, folder],
  found(folder, { code, stdout }) {
    const lines = stdout.split('\n');
    const last = (word: string): number =>
      Number(lines.findLast((line) => line.startsWith(`${word} `))?.split(' ')[1] ?? 0);
    const database = openDatabase(folder);
    const { archiveDays, historyDays } = new SettingsRepository(database.sql).load();
    must(database.fault === null && database.setAside === null, 'the profile does not open');
    database.close();
    const number = historyDays - 10;
    must(archiveDays - 20 === number, 'half a change of the settings');
    // Without a place for them the window says that nothing is kept.
    const isKept = !lines.includes('memory');
    must(!isKept || number >= last('settings'), 'settings that were taken are lost');
    const { places } = new FileWindowMemoryStore(windowPath(folder)).load();
    const placed = places[0]?.place.bounds?.x ?? -1;
    must(readFileSync(windowPath(folder), 'utf8') !== '', 'an empty file of the place');
    must(placed >= 0 && placed <= 3, 'the place is lost');
    // A disk that is full keeps no place, and must not keep the window from closing.
    must(code !== null || placed >= last('place'), 'a place that was taken is lost');
    const settings = isKept ? isLatest(number, last('settings')) : 'in memory, as is said';
    return `settings ${settings}, place ${isLatest(placed, last('place'))}`;
  },
};

function isLatest(found: number, acknowledged: number): string {
  if (found === acknowledged) return 'as last taken';
  return found > acknowledged ? 'as last begun' : 'an earlier one whole';
}
