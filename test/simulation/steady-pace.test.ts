import { expect, test } from 'vitest';
import { Watcher } from '../../main/engine/watch/watcher.ts';
import { MemoryWatchStore } from '../support/storage/memory-watch-store.ts';
import { orderIdAt, someOrder } from '../support/watched-orders.ts';
import { SimulatedService } from './world/simulated-service.ts';
import { SimulatedTime } from './world/simulated-time.ts';
import { seeded } from '../support/seeded.ts';
import { mostWithin } from '../support/watch/scripted-source.ts';

const orderCount = 3000;
const everyMs = 9000;

test('333 requests a second leave evenly, and each order keeps its own interval', async () => {
  const time = new SimulatedTime();
  const askedAtMs = new Map<string, number>();
  const requestsAtMs: number[] = [];
  const gapErrorsMs: number[] = [];
  const orders = new Map(
    Array.from({ length: orderCount }, (_, index) => orderIdAt(index)).map((id) => [
      id,
      someOrder(id, { status: { raw: 'active', phase: 'assigned' } }),
    ]),
  );
  class CountingService extends SimulatedService {
    override check(...asked: Parameters<SimulatedService['check']>) {
      const [id] = asked;
      const nowMs = time.monotonicMs();
      requestsAtMs.push(nowMs);
      const before = askedAtMs.get(id);
      if (before !== undefined) gapErrorsMs.push(Math.abs(nowMs - before - everyMs));
      askedAtMs.set(id, nowMs);
      return super.check(...asked);
    }
  }
  const service = new CountingService(time, seeded(5), (id) => orders.get(id));
  service.slowShare = 0;
  const watcher = new Watcher({
    source: service,
    store: new MemoryWatchStore(),
    clock: time,
    random: seeded(6),
    decideNotifications: () => ({ notifications: [] }),
    events: {
      ordersChanged: () => {},
      ordersRemoved: () => {},
      orderUpdated: () => {},
      notificationsStored: () => {},
      serviceHealthChanged: () => {},
      stateChanged: () => {},
    },
    limits: { requestsPerMinute: 60_000, activeEverySeconds: everyMs / 1000 },
    installSeed: 7,
  });
  watcher.start();
  await watcher.add([...orders.keys()].map((id) => ({ id, label: null })));
  await time.advance(everyMs * 3);
  const mostAtStart = mostWithin(requestsAtMs, 100);
  requestsAtMs.length = 0;
  gapErrorsMs.length = 0;
  await time.advance(everyMs * 2);
  const idealIn100Ms = orderCount / (everyMs / 100);
  expect(mostAtStart).toBeLessThanOrEqual(64);
  expect(mostWithin(requestsAtMs, 100)).toBeLessThanOrEqual(idealIn100Ms * 1.3);
  const sorted = gapErrorsMs.toSorted((left, right) => left - right);
  expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThanOrEqual(90);
  await watcher.stop();
});
