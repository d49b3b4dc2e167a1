import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderId } from '../../../core/order/order-id.ts';
import { AppEvents } from '../../../main/engine/events.ts';
import { createServices, type Services } from '../../../main/engine/services.ts';
import { createLog } from '../../../main/engine/log/log.ts';
import { RetryingOutbox } from '../../../main/engine/notify/retrying-outbox.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { plainNotifier } from '../../support/notify/plain-notifier.ts';

/** Waybell's own services as the app and the command line compose them, over a profile on disk. */
export interface OurServices {
  readonly watcher: Services['watcher'];
  /** Begins to watch, and stores nothing in the keychain. */
  start(baseUrl: string, ids: readonly OrderId[]): Promise<void>;
}

/** Builds everything but Electron: storage, connection, watcher, outbox and notifier. */
export function ourServices(intervalMs: number): OurServices {
  const folder = mkdtempSync(join(tmpdir(), 'waybell-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const clock = new SystemClock();
  const log = createLog('warn', [(line) => process.stderr.write(line)], () => clock.wallMs());
  const announced = new AppEvents();
  const { watcher, connection, outbox } = createServices({
    clock,
    log,
    database: openDatabase(folder),
    version: 'bench',
    isSessionOnly: true,
    events: announced,
    overlay: {},
    notifies: true,
  });
  const notifier = plainNotifier(
    {
      outbox: new RetryingOutbox(outbox, clock),
      desktop: {
        show: ({ key }, events) => events.shown(key),
        close: () => undefined,
        isHeld: () => true,
        programEnds: () => undefined,
      },
      clock,
    },
    (id) => watcher.get(id),
  );
  announced.on('notificationsStored', () => notifier.notificationsStored());
  return {
    watcher,
    async start(baseUrl, ids) {
      watcher.checks?.setLimits({ requestsPerMinute: 6000, activeEverySeconds: intervalMs / 1000 });
      await connection.useSession({ baseUrl, clientId: 'bench' }, 'bench');
      watcher.start();
      notifier.start();
      await watcher.add(ids.map((id) => ({ id, label: null })));
    },
  };
}
