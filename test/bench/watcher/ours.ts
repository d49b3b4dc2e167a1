import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderId } from '../../../core/order/order-id.ts';
import { composeServices } from '../../../main/app/compose-services.ts';
import { createLog } from '../../../main/log/log.ts';
import { decideProblemNotifications, decideNotifications } from '../../../main/notify/policy.ts';
import { RetryingOutbox } from '../../../main/notify/retrying-outbox.ts';
import { openDatabase } from '../../../main/storage/database.ts';
import { SystemClock } from '../../../main/watch/system-clock.ts';
import type { Watcher } from '../../../main/watch/watcher.ts';
import { plainNotifier } from '../../support/notify/plain-notifier.ts';

/** Waybell's own services as the app and the command line compose them, over a profile on disk. */
export interface OurServices {
  readonly watcher: Watcher;
  /** Begins to watch, and stores nothing in the keychain. */
  start(baseUrl: string, ids: readonly OrderId[]): Promise<void>;
}

/** Builds everything but Electron: storage, connection, watcher, outbox and notifier. */
export function ourServices(intervalMs: number): OurServices {
  const folder = mkdtempSync(join(tmpdir(), 'waybell-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const clock = new SystemClock();
  const log = createLog('warn', [(line) => process.stderr.write(line)], () => clock.wallMs());
  const { watcher, connection, outbox } = composeServices({
    clock,
    log,
    database: openDatabase(folder),
    version: 'bench',
    isSessionOnly: true,
    webhooks: { changed: () => undefined },
    overlay: {},
    startDemoService: () => Promise.reject(new Error('no demo in a measurement')),
    connectionChanged: () => undefined,
    decideNotifications: decideNotifications(() => ({ priceUnit: 'major', locale: 'en' })),
    decideProblemNotifications,
    watchEvents: {
      ordersChanged: () => undefined,
      ordersRemoved: () => undefined,
      orderUpdated: () => undefined,
      notificationsStored: () => notifier.notificationsStored(),
      sightChanged: () => undefined,
      deskChanged: () => undefined,
    },
  });
  const notifier = plainNotifier(
    {
      outbox: new RetryingOutbox(outbox, clock),
      desktop: {
        show: ({ key }, events) => events.shown(key),
        close: () => undefined,
        programEnds: () => undefined,
      },
      clock,
    },
    (id) => watcher.get(id),
  );
  return {
    watcher,
    async start(baseUrl, ids) {
      watcher.setLimits({ requestsPerMinute: 6000, activeEverySeconds: intervalMs / 1000 });
      await connection.useSession({ baseUrl, clientId: 'bench' }, 'bench');
      watcher.start();
      notifier.start();
      await watcher.add(ids.map((id) => ({ id, label: null })));
    },
  };
}
