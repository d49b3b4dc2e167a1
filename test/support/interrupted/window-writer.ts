import { SettingsService } from '../../../main/engine/board/settings-service.ts';
import { FileWindowMemoryStore } from '../../../main/desktop/window/window-place.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { SettingsRepository } from '../../../main/engine/storage/settings-repository.ts';
import { windowMemory, windowPath, windowSettings } from './window-case.ts';

/*
 * Changes the settings and the window's place three times, as the window does, and prints after each what was
 * taken: `window-writer.ts FOLDER`.
 */

const [folder = ''] = process.argv.slice(2);
const database = openDatabase(folder);
if (database.fault !== null) process.stdout.write('memory\n');
const settings = new SettingsService(new SettingsRepository(database.sql), {});
const place = new FileWindowMemoryStore(windowPath(folder));

function changed(number: number): boolean {
  try {
    settings.change(windowSettings(number));
    return true;
  } catch {
    return false;
  }
}

for (const number of [1, 2, 3]) {
  process.stdout.write(`${changed(number) ? 'settings' : 'refused'} ${number}\n`);
  place.save(windowMemory(number));
  process.stdout.write(`place ${number}\n`);
}
database.close();
