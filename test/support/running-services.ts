import { onTestFinished } from 'vitest';
import { AppEvents } from '../../main/engine/events.ts';
import { createServices, type ServiceOptions } from '../../main/engine/services.ts';
import { openDatabase } from '../../main/engine/storage/database.ts';
import type { FakeClock } from './fake-clock.ts';
import { RecordingLog } from './recording-log.ts';

/** The services as the app builds them, on a profile folder; they stop with the test at the latest. */
export function runningServices(
  folder: string,
  clock: FakeClock,
  showsOffers = false,
  team?: ServiceOptions['team'],
) {
  const database = openDatabase(folder, { wallMs: () => clock.wallMs() });
  const log = new RecordingLog();
  const events = new AppEvents();
  const services = createServices({
    clock,
    log,
    events,
    database,
    version: '1.0.0',
    isSessionOnly: true,
    overlay: {},
    notifies: false,
    showsOffers,
    ...(team !== undefined && { team }),
  });
  services.housekeeping.start();
  let isRunning = true;
  const stop = async (): Promise<void> => {
    if (!isRunning) return;
    isRunning = false;
    services.housekeeping.stop();
    services.waitAlarm.stop();
    services.retention.stop();
    await services.watcher.stop();
    database.close();
  };
  onTestFinished(stop);
  return { database, events, log, stop, ...services };
}
